import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileRole } from '@fundus/contract/files/files';
import { uploads, type ConvertQuestion, type EncodingQuestion, type Upload } from '@fundus/contract/files/uploads';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { districtAdmin, testPortal, type Caller, type TestPortal } from '../../testing/index.ts';
import { uploadPartPath } from './uploads/uploads.ts';
import { writeFile } from 'node:fs/promises';

let portal: TestPortal;
let editor: Caller;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-questions-'));
  portal = await testPortal({ uploadLimitMB: 60 });
  editor = await portal.as(districtAdmin());
  await portal.store({ identifier: 'Q-1', fn_titel: 'Fragen', fn_typ: '49' });
});
afterAll(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts an upload, stores its bytes as tus would, and runs the inspection. */
async function upload(name: string, bytes: Buffer, role: FileRole, language: string | null = null): Promise<Upload> {
  const { id } = await editor.call(uploads.startUpload, {
    params: { identifier: 'Q-1' },
    body: { name, bytes: bytes.length, role, language },
  });
  await writeFile(uploadPartPath(portal.portal, id), bytes);
  await editor.call(uploads.finishUpload, { params: { id }, body: {} });
  return settled(id);
}
async function settled(id: string): Promise<Upload> {
  for (;;) {
    await portal.jobs.runDue();
    const now = await editor.call(uploads.upload, { params: { id } });
    if (now.state !== 'checking' && now.state !== 'converting') return now;
  }
}
const answer = async (id: string, body: { convert: boolean } | { encoding: 'cp850' | 'macintosh' }): Promise<Upload> => {
  await editor.call(uploads.answerUpload, { params: { id }, body });
  return settled(id);
};
const fileOf = async ({ file_id }: Upload) =>
  (await editor.call(uploads.editFiles, { params: { identifier: 'Q-1' } })).files.find((file) => file.id === file_id)!;
const readFile = async (found: Upload): Promise<string> =>
  (await portal.guest().inject({ method: 'GET', url: (await fileOf(found)).href })).payload;
const parts = (): string[] => readdirSync(join(portal.dataDir, 'uploads'));

const srt = (words: string): string => `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`;
const CP850_OE = Buffer.from(srt('sch\x94n'), 'latin1');

describe('a text in an ambiguous encoding', () => {
  test('is decoded in the encoding that the editor chooses from previews', async () => {
    const asked = await upload('dos.srt', CP850_OE, 'caption');
    expect(asked).toMatchObject({ state: 'asking', problem: { code: 'encoding' }, file_id: null });
    const { choices } = asked.problem!.details as EncodingQuestion;
    expect(choices.map(({ encoding, preview }) => [encoding, preview[0]])).toEqual([
      ['cp850', 'schön'],
      ['macintosh', 'schîn'],
    ]);
    const done = await answer(asked.id, { encoding: 'cp850' });
    expect(done.state).toBe('done');
    expect(await readFile(done)).toContain('schön');
    expect(parts()).not.toContain(asked.id);
  });

  test('is decoded without a question if the caption language is decisive', async () => {
    const done = await upload('dos2.srt', Buffer.from(srt('sch\x94n, Vater'), 'latin1'), 'caption', 'de');
    expect([done.state, await readFile(done)]).toEqual(['done', expect.stringContaining('schön, Vater')]);
  });

  test('is deleted if the upload is cancelled', async () => {
    const asked = await upload('dos3.srt', CP850_OE, 'transcript');
    expect(parts()).toContain(asked.id);
    await editor.call(uploads.cancelUpload, { params: { id: asked.id } });
    await expect.poll(parts).not.toContain(asked.id);
  });

  test('rejects answers that do not match the question or its user', async () => {
    const asked = await upload('dos4.srt', Buffer.from(srt('sch\x94n.'), 'latin1'), 'caption');
    await expect(editor.call(uploads.answerUpload, { params: { id: asked.id }, body: { convert: true } })).rejects.toMatchObject({
      code: 'state_conflict',
    });
    const other = await portal.as(districtAdmin());
    await expect(other.call(uploads.answerUpload, { params: { id: asked.id }, body: { encoding: 'cp850' } })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

const hasTool = (): boolean => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
let made = 0;
const film = (ending: string, ...args: string[]): Buffer => {
  const path = join(folder, `f${(made += 1)}.${ending}`);
  const inputs = [
    '-f',
    'lavfi',
    '-i',
    `testsrc=size=320x180:rate=10:duration=${args.includes('long') ? 60 : 2}`,
    '-f',
    'lavfi',
    '-i',
    'sine=duration=2',
  ];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...inputs, ...args.filter((one) => one !== 'long'), path]);
  return readFileSync(path);
};
const MP4_HEAD = Buffer.from('\x00\x00\x00\x14ftypqt  \x00\x00\x00\x00qt  ', 'latin1');

test('rejects a film that needs a conversion if ffmpeg is missing', async () => {
  vi.stubEnv('PATH', join(folder, 'nothing-is-here'));
  try {
    expect(await upload('film.mov', Buffer.concat([MP4_HEAD, Buffer.alloc(99)]), 'main')).toMatchObject({
      state: 'refused',
      problem: { code: 'unsupported_type', details: { found: 'mov', role: 'main', ffmpeg: false } },
    });
  } finally {
    vi.unstubAllEnvs();
  }
});

describe.skipIf(!hasTool())('upload of a film with ffmpeg', () => {
  test.each([
    ['mov', ['-c:v', 'mjpeg', '-c:a', 'pcm_s16be']],
    ['avi', ['-c:v', 'mpeg4', '-c:a', 'mp3']],
    ['mpg', ['-r', '25', '-c:v', 'mpeg2video', '-c:a', 'mp2']],
    ['wmv', ['-c:v', 'wmv2', '-c:a', 'wmav2']],
    ['mkv', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']],
  ])('converts %s to MP4 with a poster after the editor agrees', async (ending, args) => {
    const asked = await upload(`film.${ending}`, film(ending, ...args), 'main');
    expect(asked).toMatchObject({ state: 'asking', problem: { code: 'convert', details: { found: ending, keep: false } } });
    await expect(editor.call(uploads.answerUpload, { params: { id: asked.id }, body: { convert: false } })).rejects.toMatchObject({
      code: 'state_conflict',
    });
    const done = await answer(asked.id, { convert: true });
    expect(done).toMatchObject({ state: 'done', name: 'film.mp4', problem: null });
    expect(await fileOf(done)).toMatchObject({ mime: 'video/mp4', sound: true, width: 320, height: 180 });
    const { files } = await editor.call(uploads.editFiles, { params: { identifier: 'Q-1' } });
    expect(files.map((file) => file.role)).toContain('poster');
    expect(parts().filter((name) => name.startsWith(asked.id))).toEqual([]);
  });

  test('keeps a film in HEVC if the editor declines the conversion', async () => {
    const hevc = film('mp4', '-c:v', 'libx265', '-x265-params', 'log-level=none', '-pix_fmt', 'yuv420p', '-tag:v', 'hvc1', '-c:a', 'aac');
    const asked = await upload('hevc.mp4', hevc, 'main');
    expect(asked.problem).toMatchObject({ code: 'convert', details: { codecs: 'hevc', keep: true } satisfies Partial<ConvertQuestion> });
    expect(await answer(asked.id, { convert: false })).toMatchObject({
      state: 'done',
      problem: { code: 'codec', details: { codecs: 'hevc' } },
    });
    const again = await upload('hevc2.mp4', Buffer.concat([hevc, Buffer.from('\x00\x00\x00\x08free')]), 'main');
    expect(await answer(again.id, { convert: true })).toMatchObject({ state: 'done', problem: null });
  });

  /** Returns a playlist disguised as a transport stream. If ffmpeg accepted it, it would read the film named in the playlist. */
  const disguised = (named: string): Buffer => {
    const packets = Buffer.alloc(4 + 4 * 192, ' ');
    for (let i = 0; i < 4; i++) packets[4 + i * 192] = 0x47;
    packets.write('<!--');
    const about = '<Representation id="1" bandwidth="1000" width="64" height="64"><BaseURL>' + named + '</BaseURL></Representation>';
    return Buffer.from(
      `${packets.toString('latin1')}--><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" profiles="urn:mpeg:dash:profile:isoff-live:2011" ` +
        `type="static" mediaPresentationDuration="PT2S"><Period><AdaptationSet contentType="video" mimeType="video/mp4">${about}` +
        '</AdaptationSet></Period></MPD>',
    );
  };

  test('rejects a disguised playlist that names another local film', async () => {
    const other = join(folder, 'other.mp4');
    writeFileSync(other, film('mp4', '-c:v', 'mpeg4', '-an'));
    expect(await upload('stream.ts', disguised(other), 'main')).toMatchObject({
      state: 'refused',
      problem: { code: 'broken_file', details: { found: 'ts' } },
    });
  });

  test('lists the audio tracks of a film', async () => {
    const two = film(
      'mp4',
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-map',
      '1:a',
      '-metadata:s:a:0',
      'language=deu',
      '-metadata:s:a:1',
      'language=eng',
      '-c:v',
      'libx264',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
    );
    expect(await upload('zwei.mp4', two, 'main')).toMatchObject({
      state: 'done',
      problem: { code: 'sounds', details: { count: 2, languages: ['deu', 'eng'] } },
    });
  });

  test('removes the files of a cancelled conversion', async () => {
    const asked = await upload(
      'lang.avi',
      film('avi', 'long', '-c:v', 'mpeg4', '-q:v', '2', '-s', '1920x1080', '-r', '30', '-c:a', 'mp3'),
      'main',
    );
    await editor.call(uploads.answerUpload, { params: { id: asked.id }, body: { convert: true } });
    const work = portal.jobs.runDue();
    await vi.waitFor(() => expect(existsSync(`${uploadPartPath(portal.portal, asked.id)}.converted`)).toBe(true), { timeout: 120_000 });
    expect(await editor.call(uploads.upload, { params: { id: asked.id } })).toMatchObject({ state: 'converting' });
    await editor.call(uploads.cancelUpload, { params: { id: asked.id } });
    await work;
    expect(parts().filter((name) => name.startsWith(asked.id))).toEqual([]);
  });

  test('rejects a converted file that exceeds the upload limit', async () => {
    const asked = await upload('gross.avi', film('avi', '-c:v', 'mpeg4', '-c:a', 'mp3', '-t', '1'), 'main');
    const { uploadLimitMB } = portal.portal.config;
    portal.portal.config.uploadLimitMB = 0.001;
    try {
      expect(await answer(asked.id, { convert: true })).toMatchObject({
        state: 'refused',
        problem: { code: 'conversion_failed', details: { reason: 'too_large' } },
      });
    } finally {
      portal.portal.config.uploadLimitMB = uploadLimitMB;
    }
    expect(parts().filter((name) => name.startsWith(asked.id))).toEqual([]);
  });
});
