import { SOUND_KEY } from '../config/storage-keys.ts';
import { keptChoice } from './kept-choice.ts';

const choice = keptChoice(SOUND_KEY);

/** Whether the player allows sounds on this phone; off until they do (game.md#sound-and-vibration). */
export const isSoundOn = choice.isOn;

/** Keeps the player's choice on this phone: it says nothing of who they are, and stays. */
export const chooseSound = choice.choose;

/** Whether sound was ever turned on or off here: it is offered where it was not. */
export const isSoundChosen = choice.isMade;
