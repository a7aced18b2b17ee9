/** The bare echo servers as a program: tells `{"ws": …, "tcp": …}`. */
import { endWithParent, tell } from '../swarm/worker.js';
import { startTcpEcho, startWsEcho } from './servers.js';

endWithParent();
const [ws, tcp] = await Promise.all([startWsEcho(), startTcpEcho()]);
tell({ ws: ws.address, tcp: tcp.address });
