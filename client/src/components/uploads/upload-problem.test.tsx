import type { Upload } from '@fundus/contract/files/uploads';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useT } from '../../i18n/translate.ts';
import { show } from '../../testing/render.tsx';
import { problemText } from './upload-problem.ts';
import { UploadQuestion } from './UploadQuestion.tsx';

function Text({ problem, name }: { problem: Parameters<typeof problemText>[0]; name: string }) {
  const { t, locale } = useT();
  return <p>{problemText(problem, name, t, locale)}</p>;
}

test.each([
  ['foto.heic', { found: 'heic', role: 'main' }, /ein HEIC-Foto \(iPhone\)\. Speichern Sie das Bild als JPEG oder PNG\./],
  ['film.mov', { found: 'mov', role: 'main', ffmpeg: false }, /ein QuickTime-Film.*weil auf dem Server ffmpeg fehlt\. MP4 mit H/],
  ['noten.avi', { found: 'unknown', role: 'main' }, /wurde nicht erkannt\. Dem Namen nach ist sie ein AVI-Film/],
  ['datei', { found: 'unknown', role: 'main' }, /Der Inhalt wurde nicht erkannt\.$/],
  ['film.mp4', { found: 'mp4', role: 'caption' }, /„Untertitel“ nicht verwendbar: Der Inhalt ist MP4\.$/],
  ['buch.epub', { found: 'epub', drm: 'adept' }, /Adobe ADEPT/],
  ['paket.zip', { found: 'zip', archive: 'twice' }, /zwei Dateien mit demselben Namen/],
  ['u.sub', { found: 'sub', role: 'caption' }, /MicroDVD-Untertiteldatei\. Speichern Sie die Untertitel als SubRip/],
])('describes %s in plain words', async (name, details, text) => {
  await show(<Text problem={{ code: 'unsupported_type', details }} name={name} />);
  expect(screen.getByText(text)).toBeTruthy();
});

test('shows the line number of a caption error', async () => {
  await show(<Text problem={{ code: 'broken_file', details: { rule: 'time', line: 6 } }} name="a.srt" />);
  expect(screen.getByText(/^Zeile 6:/)).toBeTruthy();
});

test('shows the languages of several audio tracks', async () => {
  await show(<Text problem={{ code: 'sounds', details: { count: 2, languages: ['deu', 'eng'] } }} name="a.mp4" />);
  expect(screen.getByText(/2 Tonspuren \(Deutsch, Englisch\)/)).toBeTruthy();
});

const asked = (problem: Upload['problem']): Upload => ({ id: 'u', name: 'dos.srt', state: 'asking', problem }) as Upload;

test('sends the encoding that the user chose from the previews', async () => {
  const onAnswer = vi.fn();
  const choices = [
    { encoding: 'macintosh', preview: ['schîn'] },
    { encoding: 'cp850', preview: ['schön'] },
  ];
  await show(<UploadQuestion upload={asked({ code: 'encoding', details: { choices } })} onAnswer={onAnswer} />);
  fireEvent.click(screen.getByRole('radio', { name: /schön/ }));
  fireEvent.click(screen.getByRole('button', { name: /So übernehmen/ }));
  expect(onAnswer).toHaveBeenCalledWith({ encoding: 'cp850' });
});

test('offers to keep a film unchanged only if some browsers can play it', async () => {
  const onAnswer = vi.fn();
  const details = { found: 'mp4', codecs: 'hevc', keep: true };
  const view = await show(<UploadQuestion upload={asked({ code: 'convert', details })} onAnswer={onAnswer} />);
  fireEvent.click(screen.getByRole('button', { name: 'Unverändert übernehmen' }));
  expect(onAnswer).toHaveBeenCalledWith({ convert: false });
  view.unmount();
  await show(
    <UploadQuestion upload={asked({ code: 'convert', details: { ...details, found: 'avi', keep: false } })} onAnswer={onAnswer} />,
  );
  expect(screen.getByText(/ein AVI-Film/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Unverändert übernehmen' })).toBeNull();
});
