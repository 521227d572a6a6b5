/** Preloaded into a process, makes all disks say that 5 MB are left. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

fs.statfsSync = () => ({ bavail: 5, bsize: 1_048_576, blocks: 1000 });
syncBuiltinESMExports();
