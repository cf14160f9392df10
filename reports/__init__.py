"""Tables, figures and the page."""
