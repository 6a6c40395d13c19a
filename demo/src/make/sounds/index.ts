import type { AudioPiece } from '../studio/make-audio.ts';
import { englishAtTheMarket } from './english-at-the-market.ts';
import { gitarreStimmen } from './gitarre-stimmen.ts';
import { radioZugvoegel } from './radio-zugvoegel.ts';
import { rhythmusWerkstatt } from './rhythmus-werkstatt.ts';

export const pieces: AudioPiece[] = [radioZugvoegel, englishAtTheMarket, rhythmusWerkstatt, gitarreStimmen];
