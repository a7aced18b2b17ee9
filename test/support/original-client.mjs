/**
 * A script as one would write it for the service that this one is modelled on: the room in the query,
 * bare events, no acknowledgement, nothing of what Madang adds. Prints what it hears, a JSON line each.
 *
 *     node original-client.mjs URL [PIN]
 */
import { io } from 'socket.io-client';

const [url, pin] = process.argv.slice(2);
const socket = io(`${url}/game`, {
  transports: ['websocket'],
  query:
    pin === undefined
      ? { 'create-room': 'title=T;gameMode=RANKING;maxPlayerCount=200;isPublic=true' }
      : { 'game-id': pin },
});

// Some kept the PIN as a number.
let gameId = Number(pin);
socket.on('connect', () =>
  socket.emit('setPlayerName', { playerName: `player of ${process.pid}` }),
);
socket.on('createRoom', (payload) => {
  gameId = payload.gameId;
});
socket.on('getSelfId', () => {
  socket.emit('updatePosition', { gameId, newPosition: [0.25, 0.75] });
  socket.emit('chatMessage', { gameId, message: '안녕하세요' });
});
socket.onAny((event, payload) => console.log(JSON.stringify({ event, payload })));

process.stdin.on('end', () => socket.disconnect()).resume();
