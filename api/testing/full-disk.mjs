/** Preloaded into a process: makes `statfsSync` report 5 MB of free space for all disks. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

fs.statfsSync = () => ({ bavail: 5, bsize: 1_048_576, blocks: 1000 });
syncBuiltinESMExports();
