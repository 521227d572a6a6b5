/** Imported first by everything that writes to the data folder: new files are for this user alone. */
process.umask(0o077);
