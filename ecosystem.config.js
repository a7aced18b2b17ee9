/** The processes as pm2 runs them; `npm run cluster` adds the rest (docs/cluster.md). */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

const { PROCESSES, PORT, PM2_HOME = '' } = process.env;

export const apps = [
  {
    name: 'madang',
    script: 'dist/server/main.js',
    cwd: import.meta.dirname,
    // Not pm2's cluster mode: there all share one port, and a proxy cannot tell them apart.
    exec_mode: 'fork',
    instances: Number(PROCESSES) || availableParallelism(),
    increment_var: 'PORT',
    env: {
      NODE_ENV: 'production',
      PORT: Number(PORT) || 3000,
      // Only the proxy gets through to a process, or anybody could claim any address.
      HOST: '127.0.0.1',
      TRUST_PROXY: 'true',
      // A process that ends is started anew, so the watchdog may end it.
      SUPERVISED: 'true',
    },
    wait_ready: true,
    listen_timeout: 30_000,
    // Sending everybody away takes up to 5 s, cutting off who does not go 3 s more.
    kill_timeout: 12_000,
    exp_backoff_restart_delay: 100,
    merge_logs: true,
    out_file: join(PM2_HOME, 'logs/madang.log'),
    error_file: join(PM2_HOME, 'logs/madang.log'),
    // pm2's own metrics and its look at the git folder.
    pmx: false,
    vizion: false,
  },
  {
    name: 'logs',
    script: 'scripts/lib/cluster/log-keeper.mjs',
    // The folder of the cluster, with the logs of all parts.
    args: [join(PM2_HOME, '..')],
    cwd: import.meta.dirname,
    exec_mode: 'fork',
    wait_ready: true,
    merge_logs: true,
    out_file: join(PM2_HOME, 'logs/madang.log'),
    error_file: join(PM2_HOME, 'logs/madang.log'),
    pmx: false,
    vizion: false,
  },
];
