/** Makes new files private to this user. Programs that write to the data folder import it first. */
process.umask(0o077);
