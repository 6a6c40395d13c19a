import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RATE } from './tone.ts';

export type Voice = { name: string; speed: number; pitch: number };

/** Phonemes in the notation of espeak-ng, for German words that it stresses wrongly. */
const SPOKEN: Readonly<Record<string, string>> = {
  Chloroplasten: "klo:ro:pl'ast@n",
  Elektronen: "e:lEktr'o:n@n",
  Hypotenuse: "hy:po:t@n'u:z@",
  Katheten: "kat'e:t@n",
  Oberfläche: "'o:b3flEC@",
  Photosynthese: "fo:to:zynt'e:z@",
  Schallwelle: "S'alvEl@",
  Schichtvulkan: "S'ICtvUlka:n",
  Sechstel: "z'Ekst@l",
  Synkope: "zynk'o:p@",
  Trommelfell: "tr'Om@lfEl",
  Zufall: "ts'u:fal",
  gleichnamig: "gl'aICna:mIC",
};

const pronounced = (sentence: string, voice: string): string =>
  voice.startsWith('de') ? sentence.replace(/[A-Za-zÄÖÜäöüß]+/g, (word) => (SPOKEN[word] ? `[[${SPOKEN[word]}]]` : word)) : sentence;

/** Returns a spoken sentence as mono samples at RATE, without the silence before and after it. */
export function speak(sentence: string, voice: Voice): Float32Array {
  const folder = mkdtempSync(join(tmpdir(), 'fundus-voice-'));
  try {
    const file = join(folder, 'line.wav');
    execFileSync('espeak-ng', [
      '-v',
      voice.name,
      '-s',
      String(voice.speed),
      '-p',
      String(voice.pitch),
      '-g',
      '2',
      '-w',
      file,
      pronounced(sentence, voice.name),
    ]);
    return trim(samplesOf(readFileSync(file)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the samples of a WAV file by espeak-ng, which is 16-bit mono at 22,050 Hz with a simple header. */
function samplesOf(wav: Buffer): Float32Array {
  const rate = wav.readUInt32LE(24);
  if (rate !== RATE) throw new Error(`The voice speaks at ${rate} Hz, expected ${RATE}`);
  const start = wav.indexOf('data') + 8;
  const samples = new Float32Array(Math.floor((wav.length - start) / 2));
  for (let i = 0; i < samples.length; i++) samples[i] = wav.readInt16LE(start + i * 2) / 32768;
  return samples;
}

function trim(samples: Float32Array): Float32Array {
  const loud = 0.004;
  let from = 0;
  let to = samples.length - 1;
  while (from < to && Math.abs(samples[from]!) < loud) from++;
  while (to > from && Math.abs(samples[to]!) < loud) to--;
  return samples.slice(from, to + 1);
}
