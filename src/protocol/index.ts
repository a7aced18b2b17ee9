/** The wire: everything that client and server must agree on. */
export * from './compact.js';
export * from './echo.js';
export * from './errors.js';
export * from './commands.js';
export * from './events.js';
export * from './health.js';
export * from './moderation.js';
export * from './http.js';
export * as limits from './limits.js';
export * from './move-text.js';
export * from './name.js';
export * from './person.js';
export * from './position.js';
export * from './rehearsal.js';
export * from './schemas.js';
export * from './text.js';
