import { afterEach, beforeEach, describe } from 'vitest';
import { appendContract } from './append-contract.js';
import { answersContract } from './answers-contract.js';
import { chatContract } from './chat-contract.js';
import { eveningContract } from './evening-contract.js';
import { hostContract } from './host-contract.js';
import { knownContract } from './known-contract.js';
import type { StoreParts } from './parts.js';
import { phaseContract } from './phase-contract.js';
import { revivalContract } from './revival-contract.js';
import { roomsContract } from './rooms-contract.js';
import { screensContract } from './screens-contract.js';
import { seatsContract } from './seats-contract.js';
import { shareContract } from './share-contract.js';
import { sinceContract } from './since-contract.js';
import { timerContract } from './timer-contract.js';
import { updatesContract } from './updates-contract.js';

/** What every store with its bus and timer has to prove; `makeParts` gives a new, empty one per test. */
export function storeContract(name: string, makeParts: () => Promise<StoreParts>): void {
  describe(`store contract: ${name}`, () => {
    let parts: StoreParts;
    beforeEach(async () => {
      parts = await makeParts();
    });
    afterEach(() => parts.close());

    const use = (): StoreParts => parts;
    roomsContract(use);
    knownContract(use);
    appendContract(use);
    seatsContract(use);
    screensContract(use);
    hostContract(use);
    shareContract(use);
    chatContract(use);
    answersContract(use);
    revivalContract(use);
    eveningContract(use);
    phaseContract(use);
    timerContract(use);
    updatesContract(use);
    sinceContract(use);
  });
}
