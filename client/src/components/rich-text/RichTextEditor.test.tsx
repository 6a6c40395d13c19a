import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { RichTextEditor } from './RichTextEditor.tsx';

const command = vi.fn((_name: string, _show?: boolean, _value?: string) => true);
const pictures = { accept: 'image/png', hint: '', most: 300, bring: () => Promise.resolve('x') };
const png = new File(['x'], 'image.png', { type: 'image/png' });

beforeEach(() => {
  command.mockClear();
  // jsdom does not implement editing commands.
  document.execCommand = command;
  document.queryCommandState = () => false;
});

async function paste(data: Record<string, string>, files: File[]) {
  await show(<RichTextEditor label="Text" value="" language="de" pictures={pictures} onChange={() => undefined} />);
  fireEvent.paste(screen.getByRole('textbox', { name: 'Text' }), {
    clipboardData: { getData: (kind: string) => data[kind] ?? '', files },
  });
  return command.mock.calls.filter(([name]) => name === 'insertHTML').map(([, , html]) => html);
}

describe('pasting', () => {
  it('strips Word formatting and pictures on paste', async () => {
    const html = '<html><head><style>td{color:red}</style></head><body><table><tr><td>Film</td></tr></table></body></html>';
    const inserted = await paste({ 'text/html': html, 'text/plain': 'Film' }, [png]);
    expect(inserted).toEqual(['Film']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('accepts a single picture, also with its surrounding element', async () => {
    const inserted = await paste({ 'text/html': '<meta charset="utf-8"><img src="https://a.example/b.png" alt="b">' }, [png]);
    expect(inserted).toEqual([]);
    expect(await screen.findByRole('dialog')).toBeDefined();
  });

  it('pastes plain text as paragraphs', async () => {
    expect(await paste({ 'text/plain': 'a\n\nb' }, [])).toEqual(['<p>a</p><p>b</p>']);
  });
});
