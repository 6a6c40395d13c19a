/** Measures how the time of regular expressions grows with the input. Runs in a worker, which can be terminated if an expression hangs. */
import { parentPort } from 'node:worker_threads';
import { superLinear } from '../../contract/src/testing/growth.ts';
import { attacksOn } from './regexp-attacks.mjs';

const LONG = 8_192;
/** Minimum time in milliseconds that is evaluated. A linear expression needs a tenth of it. */
const FLOOR = 1.5;

/** Returns a description of an input on which the time of the expression grows superlinearly; `undefined` if none was found. */
export async function attackOf(source, flags) {
  const run = runnerOf(source, flags);
  const { pieces, ends } = attacksOn(source, flags);
  for (const { prefix, piece } of pieces)
    for (const end of ends) {
      const input = (times) => prefix + piece.repeat(times) + end;
      const found = await superLinear(run, input, { most: Math.ceil(LONG / piece.length), floor: FLOOR });
      if (found) {
        const [before, repeated, after] = [prefix, piece, end].map((text) => JSON.stringify(text));
        return `${before} + ${repeated} × ${found.times} + ${after}: ${found.growth.toFixed(1)} times as long`;
      }
    }
  return undefined;
}

/** Returns a function that finds all matches, or consecutive matches if the expression is sticky. */
function runnerOf(source, flags) {
  if (!flags.includes('y')) {
    const everywhere = new RegExp(source, `${flags.replace('g', '')}g`);
    return (text) => text.replace(everywhere, '');
  }
  const sticky = new RegExp(source, flags);
  return (text) => {
    sticky.lastIndex = 0;
    for (let at = -1; at < sticky.lastIndex;) {
      at = sticky.lastIndex;
      if (!sticky.test(text)) return;
    }
  };
}

parentPort?.on('message', async ({ source, flags }) => parentPort.postMessage((await attackOf(source, flags)) ?? null));
