// Sends what it is told to from a process of its own, so that the server's process does no client's work.
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { io } from 'socket.io-client';

const sockets = new Map();
/** What was prepared, by id, until it is told to go. */
const prepared = new Map();

/** What a socket heard last of what somebody may want to know. */
const KEPT = ['session', 'phase', 'getSelfId', 'writtenGroups'];

function open({ name, url, options }) {
  const socket = io(url, {
    transports: ['websocket'],
    forceNew: true,
    ...options,
  });
  const heard = {};
  // On a machine with much to do a connection may end; it comes back as the same person.
  socket.on('session', ({ token }) => (socket.auth = { ...options.auth, token }));
  for (const event of KEPT) socket.on(event, (payload) => (heard[event] = payload));
  let seen = -1;
  socket.on('flush', ([flush]) => {
    if (flush !== seen) socket.emit('syncTime', { t0: 0, flush });
    seen = flush;
  });
  sockets.get(name)?.socket.close();
  sockets.set(name, { socket, heard });
  return new Promise((resolve, reject) => {
    // Where the query names a room, it is in it before it is told who it is.
    const isWanted = options.auth?.wantToken === true;
    socket.on(isWanted ? 'session' : 'connect', () => resolve(heard.session?.token ?? ''));
    socket.on('connect_error', reject);
    socket.on('exception', () => resolve(heard.session?.token ?? ''));
  });
}

function ask({ name, command, payload }) {
  const { socket } = sockets.get(name);
  return new Promise((resolve, reject) => {
    const emit = () => {
      socket.once('disconnect', reject);
      socket.emit(command, payload, (answer) => {
        socket.off('disconnect', reject);
        if (command === 'createRoom' && answer.ok)
          socket.io.opts.query = { 'game-id': answer.gameId };
        resolve(answer);
      });
    };
    if (socket.connected) emit();
    else socket.once('connect', emit);
  });
}

function answerOf(answer) {
  return answer.ok ? 'ok' : answer.error.code;
}

function send({ url, method, headers, body }) {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent: false }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const status = response.statusCode;
        const text = status < 400 ? '' : Buffer.concat(chunks).toString();
        const [, code = ''] = /"code":"(\w+)"/.exec(text) ?? [];
        resolve(`${status} ${code}`.trim());
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const OPS = {
  open,
  ask,
  heard: ({ name }) => sockets.get(name).heard,
  close: ({ name }) => {
    sockets.get(name)?.socket.close();
    sockets.delete(name);
  },
  prepare: ({ key, work }) => {
    const { file } = work;
    const body = file === undefined ? undefined : readFileSync(file);
    prepared.set(key, { ...work, ...(body && { body }) });
  },
  go: async ({ key }) => {
    const work = prepared.get(key);
    prepared.delete(key);
    if (work.command === undefined) return send(work);
    const payload = work.json === undefined ? work.payload : JSON.parse(work.json);
    // Who closes a room is gone with it.
    const answer = await ask({ ...work, payload }).catch(() => undefined);
    return answer === undefined ? 'gone' : answerOf(answer);
  },
};

async function answerTo({ id, op, ...rest }) {
  try {
    process.send({ id, value: await OPS[op](rest) });
  } catch (error) {
    process.send({ id, error: `${op}: ${error?.code ?? ''} ${error?.message ?? error}` });
  }
}

process.on('message', (work) => void answerTo(work));
process.on('disconnect', () => process.exit());
process.send({ id: 0 });
