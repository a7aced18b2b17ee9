import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { ClusterError } from './settings.mjs';

const CONNECTED = '03';

/** Whether nobody listens there. */
function isFree(port, host) {
  return new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Throws an error that names the setting if another program listens at the port. */
export async function mustBeFree(port, host, setting) {
  if (await isFree(port, host)) return;
  throw new ClusterError(
    `Port ${port} is taken by another program, or not ours to open: set ${setting} to another one`,
  );
}

/** Whether somebody does listen there. */
export function listens(host, port, timeoutMs) {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: timeoutMs });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}

/** Sends lines to a port of this machine and resolves with a line for each; rejects without them. */
export function ask(port, lines, timeoutMs) {
  return new Promise((resolve, reject) => {
    const text = lines.map((line) => `${line}\r\n`).join('');
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(text));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')));
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes.toString();
      const answers = answer.split('\r\n').slice(0, -1);
      if (answers.length < lines.length) return;
      resolve(answers);
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
}

/**
 * The body of what a process answers to GET with 200; rejects with why there is none, in words. Not by fetch, which
 * refuses the ports that browsers refuse.
 */
export function fetchText({ host, port, path }, timeoutMs) {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const failed = ({ code, message }) => {
      const late = `no answer within ${timeoutMs / 1000} s`;
      const known = { ECONNREFUSED: `nobody listens at ${host}:${port}` };
      reject(new Error(signal.aborted ? late : (known[code] ?? message)));
    };
    get({ host, port, path, signal, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => (text += part));
      answer.once('error', failed);
      answer.once('end', () => {
        if (answer.statusCode === 200) resolve(text);
        else reject(new Error(`${host}:${port} answers ${answer.statusCode}`));
      });
    }).once('error', failed);
  });
}

/** How many connections stand to a Unix socket, by Linux's own list: those and the listener have its path. */
export function connectionsTo(path) {
  const lines = readFileSync('/proc/net/unix', 'utf8').split('\n');
  return lines.filter((line) => {
    const [, , , , , state, , ...name] = line.trim().split(/\s+/);
    return name.join(' ') === path && state === CONNECTED;
  }).length;
}
