/** Generates the demo media: `node make-media.ts [key …]`. `--stills` only draws single frames, `--list` only rewrites media.json. See README.md. */
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makers } from './makers.ts';
import { writeCatalogue, type Entry } from './studio/catalogue.ts';
import { filmEntry, makeStills } from './studio/make-film.ts';
import { films } from './scenes/index.ts';

const media = fileURLToPath(new URL('../media/', import.meta.url));
// Lists films first, although worksheets are generated before the films that refer to them.
const order = [...new Set([...films, ...makers].map((medium) => medium.key))];
const args = process.argv.slice(2);
const flag = args.indexOf('--stills');

if (flag >= 0) {
  const [folder = 'stills', ...keys] = args.slice(flag + 1);
  for (const film of films) if (keys.includes(film.key)) await makeStills(film, folder, 0);
} else if (args.includes('--list')) {
  const probe = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0'];
  const entries = films.map((film): [string, Entry] => {
    const seconds = Number(execFileSync('ffprobe', [...probe, join(media, film.key, 'film.mp4')], { encoding: 'utf8' }));
    return [film.key, filmEntry(film, media, seconds)];
  });
  writeCatalogue(media, order, new Map(entries));
} else {
  const unknown = args.filter((key) => !makers.some((maker) => maker.key === key));
  if (unknown.length) throw new Error(`No medium is called ${unknown.join(', ')}`);
  const made = new Map<string, Entry>();
  for (const maker of makers) {
    if (args.length && !args.includes(maker.key)) continue;
    const began = Date.now();
    if (!args.length) rmSync(join(media, maker.key), { recursive: true, force: true });
    made.set(maker.key, await maker.make(media));
    console.log(`${maker.key}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
    writeCatalogue(media, order, made);
  }
}
