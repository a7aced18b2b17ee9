/**
 * The bare echo servers as a program: prints `{"ws": …, "tcp": …}`, and ends with its standard input,
 * so that it does not outlive whoever started it.
 */
import { startTcpEcho, startWsEcho } from './servers.js';

const [ws, tcp] = await Promise.all([startWsEcho(), startTcpEcho()]);
process.stdout.write(`${JSON.stringify({ ws: ws.address, tcp: tcp.address })}\n`);
process.stdin.resume().once('end', () => void Promise.all([ws.close(), tcp.close()]));
