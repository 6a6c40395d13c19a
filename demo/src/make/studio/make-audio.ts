import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folded, webvtt, type Cue } from './captions.ts';
import { entryOf, type Entry, type FileNote } from './catalogue.ts';
import type { Medium, Material } from './film.ts';
import { mixIn, RATE, silence, wavOf, type Track } from './tone.ts';
import { speak, type Voice } from './voice.ts';

/** An event of an audio piece: speech, a sound, a pause, or the start of a chapter. */
export type Event =
  | { say: string; voice: Voice; text?: string; pause?: number }
  | { sound: Track; gain?: number; pause?: number; text?: string; overlap?: number }
  | { chapter: string };

export type AudioPiece = Medium & {
  format: 'mp3' | 'opus';
  spoken: string;
  events: () => Event[];
  underlay?: (seconds: number) => Track;
  materials?: Material[];
};

const SOFT_VOICE = 'highpass=f=75,equalizer=f=3100:t=q:w=1.2:g=-3,lowpass=f=9000,loudnorm=I=-18:TP=-2:LRA=11';

export async function makeAudio(piece: AudioPiece, media: string): Promise<Entry> {
  const folder = join(media, piece.key);
  mkdirSync(folder, { recursive: true });
  const { track, cues, chapters } = mixed(piece);
  const temp = mkdtempSync(join(tmpdir(), 'fundus-audio-'));
  const name = piece.format === 'mp3' ? 'audio.mp3' : 'audio.ogg';
  try {
    writeFileSync(join(temp, 'mix.wav'), wavOf(track));
    const codec =
      piece.format === 'mp3' ? ['-c:a', 'libmp3lame', '-b:a', '48k', '-ar', '24000'] : ['-c:a', 'libopus', '-b:a', '36k', '-ar', '48000'];
    const plain = ['-ac', '1', '-map_metadata', '-1', '-fflags', '+bitexact', '-metadata', `title=${piece.title}`];
    execFileSync('ffmpeg', [
      '-y',
      '-loglevel',
      'error',
      '-i',
      join(temp, 'mix.wav'),
      '-af',
      SOFT_VOICE,
      ...codec,
      ...plain,
      join(folder, name),
    ]);
  } finally {
    rmSync(temp, { recursive: true, force: true });
  }
  if (cues.length) writeFileSync(join(folder, `audio.${piece.spoken}.vtt`), webvtt(cues));
  if (chapters.length) writeFileSync(join(folder, 'audio.chapters.vtt'), webvtt(chapters));
  const files: FileNote[] = [
    { path: `${piece.key}/${name}`, mime: piece.format === 'mp3' ? 'audio/mpeg' : 'audio/ogg', role: 'main', language: piece.spoken },
    { path: `${piece.key}/audio.${piece.spoken}.vtt`, mime: 'text/vtt', role: 'transcript', language: piece.spoken, label: 'Transkript' },
    { path: `${piece.key}/audio.chapters.vtt`, mime: 'text/vtt', role: 'chapters', language: 'de', label: 'Kapitel' },
    ...(piece.materials ?? []).map((m): FileNote => ({ path: m.path, mime: m.mime, role: 'material', language: 'de', label: m.label })),
  ];
  return entryOf(piece, { kind: 'audio', typ: '29', duration: track.length / RATE }, files, media);
}

function mixed(piece: AudioPiece): { track: Track; cues: Cue[]; chapters: Cue[] } {
  const parts: { at: number; sound: Float32Array; gain: number }[] = [];
  const cues: Cue[] = [];
  const starts: { start: number; text: string }[] = [];
  let now = 0.3;
  for (const event of piece.events()) {
    if ('chapter' in event) {
      starts.push({ start: starts.length ? now : 0, text: event.chapter });
      continue;
    }
    const sound = 'say' in event ? speak(event.say, event.voice) : event.sound;
    const length = sound.length / RATE;
    parts.push({ at: now, sound, gain: 'say' in event ? 0.8 : (event.gain ?? 0.6) });
    const text = 'say' in event ? (event.text ?? event.say) : event.text;
    if (text) cues.push({ start: now, end: now + length, text: folded(text) });
    now += length + (event.pause ?? ('say' in event ? 0.45 : 0.2)) - ('sound' in event ? (event.overlap ?? 0) : 0);
  }
  const seconds = now + 0.4;
  const track = silence(seconds);
  for (const part of parts) mixIn(track, part.sound, part.at, part.gain);
  if (piece.underlay) mixIn(track, piece.underlay(seconds), 0, 1);
  const chapters = starts.map((c, i) => ({ ...c, end: starts[i + 1]?.start ?? seconds }));
  return { track, cues, chapters };
}
