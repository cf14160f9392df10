"""``python -m sim`` is the command `omens`."""

import sys

from sim.start import main

sys.exit(main())
