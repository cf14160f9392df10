"""Games on an existing Dask or Ray cluster: reaching it, and trusting what it plays."""
