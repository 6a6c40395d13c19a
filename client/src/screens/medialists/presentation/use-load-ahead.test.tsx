import type { LinkedItem } from '@fundus/contract/medialists/links';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useLoadAhead } from './use-load-ahead.ts';

afterEach(() => vi.unstubAllGlobals());

const item = (identifier: string): LinkedItem => ({
  ...{ id: identifier, kind: 'media', identifier, title: identifier, cover: null, duration: null, start_s: null, end_s: null },
  ...{ url: null, body: '', note_teacher: '', note_learner: '', visible_to_learners: true, available: true },
});
const file = (viewer: string, href: string, bytes = 3) => ({
  ...{ id: href, role: 'main', mime: viewer === 'picture' ? 'image/png' : 'application/h5p', language: null, label: null, bytes },
  ...{ width: null, height: null, viewer, href, download_href: null },
});

it('reports why a medium cannot be stored for offline use', async () => {
  const media: Record<string, object[]> = {
    bild: [file('picture', '/content/a/bild.png')],
    uebung: [file('h5p', '/content/b/')],
    riese: [file('picture', '/content/c/riese.png', 700_000_000)],
    halb: [file('picture', '/content/d/halb.png')],
  };
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:kept', revokeObjectURL: () => undefined }));
  vi.stubGlobal('fetch', async (asked: string) => {
    const identifier = /link\/media\/(.+)$/.exec(asked)?.[1];
    if (identifier)
      return Response.json({
        identifier,
        fn_titel: identifier,
        cover: '',
        url: null,
        duration: null,
        sequences: [],
        files: media[identifier],
      });
    // The download of one file is interrupted.
    return new Response(asked.includes('halb') ? 'ab' : 'abc', { headers: { 'content-length': '3' } });
  });
  const items = Object.keys(media).map(item);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>;
  const { result } = renderHook(() => useLoadAhead('link', items), { wrapper });
  await waitFor(() => expect(result.current.loading.get('halb')).toEqual({ state: 'needs', why: 'failed' }));
  expect([...result.current.loading]).toEqual([
    ['bild', { state: 'loaded' }],
    ['uebung', { state: 'needs', why: 'kind' }],
    ['riese', { state: 'needs', why: 'large' }],
    ['halb', { state: 'needs', why: 'failed' }],
  ]);
  expect(result.current.mediumOf('bild')?.files[0]?.href).toBe('blob:kept');
  expect(result.current.mediumOf('halb')?.files[0]?.href).toBe('/content/d/halb.png');
});
