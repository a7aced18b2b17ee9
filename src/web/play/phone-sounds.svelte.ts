import { remembered } from '../ui/storage.js';

class PhoneSounds {
  #isOn = $state(remembered.sounds);

  get isOn(): boolean {
    return this.#isOn;
  }

  set isOn(isOn: boolean) {
    this.#isOn = isOn;
    remembered.sounds = isOn;
  }
}

/** Whether this phone plays sounds (R20.4). */
export const phoneSounds = new PhoneSounds();
