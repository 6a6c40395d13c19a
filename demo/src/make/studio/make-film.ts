import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { captions, chapterMarks } from './captions.ts';
import { entryOf, type Entry, type FileNote } from './catalogue.ts';
import { momentOf, timelineOf, type Film, type Timeline } from './film.ts';
import { frameOf } from './frame.ts';
import { svg } from './draw.ts';
import { withStage } from './stage.ts';
import { chime, mixIn, pad, silence, wavOf, type Track } from './tone.ts';
import { speak } from './voice.ts';

const FPS = 20;
/** Audio filter for the synthetic voice: reduces hiss and rumble, adds a little reverb and evens out the loudness. */
const SOFTEN =
  'highpass=f=85,equalizer=f=240:t=q:w=1:g=2,equalizer=f=3100:t=q:w=1.2:g=-4,lowpass=f=7600,aecho=0.9:0.35:23|41:0.16|0.09,loudnorm=I=-19:TP=-3:LRA=9';

export async function makeFilm(film: Film, media: string): Promise<Entry> {
  const folder = join(media, film.key);
  mkdirSync(folder, { recursive: true });
  const { timeline, track } = soundOf(film);
  const temp = mkdtempSync(join(tmpdir(), 'fundus-film-'));
  try {
    writeFileSync(join(temp, 'sound.wav'), wavOf(track));
    await render(film, timeline, join(temp, 'sound.wav'), join(folder, 'film.mp4'));
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
  writeFileSync(join(folder, 'film.de.vtt'), captions(timeline, 'de'));
  writeFileSync(join(folder, 'film.en.vtt'), captions(timeline, 'en'));
  writeFileSync(join(folder, 'film.chapters.vtt'), chapterMarks(timeline, film.chapters));
  await withStage(640, 360, 1.25, async (stage) =>
    writeFileSync(join(folder, 'poster.webp'), await stage.webp(posterOf(film, timeline), 84)),
  );
  return filmEntry(film, media, timeline.duration);
}

/** Writes single frames without voice, for checking scenes while drawing them. */
export async function makeStills(film: Film, folder: string, count: number): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { timeline } = soundOf(film);
  await withStage(640, 360, 1, async (stage) => {
    const moments = timeline.spoken.flatMap((s) => [s.start + 0.5 * (s.end - s.start), s.end]);
    const chosen = count > 0 ? Array.from({ length: count }, (_, i) => ((i + 0.5) / count) * timeline.duration) : [1.6, ...moments];
    for (const [i, t] of chosen.entries()) {
      writeFileSync(join(folder, `${film.key}-${String(i).padStart(2, '0')}.png`), await stage.png(frameOf(film, timeline, t)));
    }
  });
}

function posterOf(film: Film, timeline: Timeline): string {
  const start = timeline.spoken.find((s) => s.line.id === film.poster[0])?.start ?? 0;
  return svg(film.draw(momentOf(timeline, start + film.poster[1])));
}

function soundOf(film: Film): { timeline: Timeline; track: Track } {
  const sounds = film.chapters.flatMap((c) => c.lines).map((line) => speak(line.say ?? line[film.spoken], film.voice));
  const timeline = timelineOf(
    film.chapters,
    sounds.map((s) => s.length / 22050),
  );
  const track = silence(timeline.duration);
  timeline.spoken.forEach((s, i) => mixIn(track, sounds[i]!, s.start, 0.8));
  [67, 72, 76].forEach((midi, i) => mixIn(track, chime(midi), 0.35 + i * 0.16, 0.3));
  timeline.chapterStarts.slice(1).forEach((start) => mixIn(track, chime(79, 1.2), start - 0.1, 0.1));
  [76, 72].forEach((midi, i) => mixIn(track, chime(midi, 1.5), timeline.duration - 1.6 + i * 0.16, 0.2));
  mixIn(track, pad([48, 55, 64], timeline.duration), 0, 0.02);
  return { timeline, track };
}

async function render(film: Film, timeline: Timeline, sound: string, out: string): Promise<void> {
  const video = ['-c:v', 'libx264', '-preset', 'slow', '-tune', 'animation', '-crf', '29', '-pix_fmt', 'yuv420p', '-g', String(FPS * 5)];
  const audio = ['-af', SOFTEN, '-c:a', 'aac', '-b:a', '44k', '-ar', '32000', '-ac', '1'];
  const input = ['-f', 'image2pipe', '-c:v', 'png', '-framerate', String(FPS), '-i', '-', '-i', sound];
  const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart'];
  const args = ['-y', '-loglevel', 'error', ...input, ...video, ...audio, '-t', String(timeline.duration), ...plain, out];
  const ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'inherit', 'inherit'] });
  const done = new Promise<void>((resolve, reject) => {
    ffmpeg.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg stopped with ${code}`))));
  });
  await withStage(640, 360, 1, async (stage) => {
    let drawn = '';
    let png: Buffer = Buffer.alloc(0);
    for (let i = 0; i < timeline.duration * FPS; i++) {
      const frame = frameOf(film, timeline, i / FPS);
      if (frame !== drawn) png = await stage.png(frame);
      drawn = frame;
      if (!ffmpeg.stdin.write(png)) await new Promise((resolve) => ffmpeg.stdin.once('drain', resolve));
    }
  });
  ffmpeg.stdin.end();
  await done;
}

export function filmEntry(film: Film, media: string, seconds: number): Entry {
  const files: FileNote[] = [
    { path: `${film.key}/film.mp4`, mime: 'video/mp4', role: 'main', language: film.spoken },
    { path: `${film.key}/film.de.vtt`, mime: 'text/vtt', role: 'caption', language: 'de', label: 'Deutsch' },
    { path: `${film.key}/film.en.vtt`, mime: 'text/vtt', role: 'caption', language: 'en', label: 'English' },
    { path: `${film.key}/film.chapters.vtt`, mime: 'text/vtt', role: 'chapters', language: film.spoken, label: 'Kapitel' },
    { path: `${film.key}/poster.webp`, mime: 'image/webp', role: 'poster' },
    ...(film.materials ?? []).map((m): FileNote => ({ path: m.path, mime: m.mime, role: 'material', language: 'de', label: m.label })),
  ];
  return entryOf(film, { kind: 'film', typ: '49', duration: seconds, width: 640, height: 360 }, files, media);
}
