import type { AudioPiece } from '../studio/make-audio.ts';
import { englishAtTheMarket } from './english-at-the-market.ts';
import { guitarTuning } from './gitarre-stimmen.ts';
import { migratoryBirdsRadio } from './radio-zugvoegel.ts';
import { rhythmWorkshop } from './rhythmus-werkstatt.ts';

export const pieces: AudioPiece[] = [migratoryBirdsRadio, englishAtTheMarket, rhythmWorkshop, guitarTuning];
