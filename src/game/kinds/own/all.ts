/** The own rules of each kind, under the name of the kind. */
export { choice } from './choice.js';
export { guess } from './guess.js';
export { map } from './map.js';
export { number } from './number.js';
export { ox } from './ox.js';
export { pictures } from './pictures.js';
export { poll } from './poll.js';
export { scale } from './scale.js';
export { match, order, statements } from './series.js';
export { spot } from './spot.js';
export { typed } from './typed.js';
export { words } from './words.js';
