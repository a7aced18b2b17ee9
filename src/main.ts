/** What clusters started that still run: pm2 keeps this path. */
import './server/main.js';
