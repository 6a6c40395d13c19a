import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { RichTextEditor } from './RichTextEditor.tsx';

const pictures = { accept: 'image/png', hint: '', most: 300, bring: () => Promise.resolve('x') };
const png = new File(['x'], 'image.png', { type: 'image/png' });
const SRC = '/api/v1/news/files/01890000-0000-7000-8000-000000000901';

beforeEach(() => {
  // jsdom has no layout, so these methods are missing.
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

/** Opens the editor. Returns its text area, functions to operate it, and the last reported HTML. */
async function open(value = '', options: { pictures?: typeof pictures } = { pictures }) {
  const onChange = vi.fn<(html: string) => void>();
  await show(<RichTextEditor label="Text" value={value} language="de" onChange={onChange} {...options} />);
  const area = screen.getByRole('textbox', { name: 'Text' });
  area.focus();
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const key = (name: string) => fireEvent.keyDown(area, { key: name, ctrlKey: true });
  return { area, press, key, html: () => onChange.mock.lastCall?.[0] ?? null };
}

const pasteInto = (area: HTMLElement, data: Record<string, string>, files: File[] = []) =>
  fireEvent.paste(area, { clipboardData: { getData: (kind: string) => data[kind] ?? '', files } });

async function pasted(data: Record<string, string>, files: File[] = [], value = '') {
  const { area, html } = await open(value);
  pasteInto(area, data, files);
  return html();
}

describe('formats', () => {
  it.each([
    '<p>a <strong>b</strong> <em>c</em></p>',
    '<h3>a</h3><h4>b</h4><p>c<br>d</p>',
    '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol><li>d</li></ol>',
    '<ul><li><p>a</p><p>b</p></li></ul>',
    '<p><a href="https://a.example">a</a> <a href="mailto:a@b.example">b</a></p>',
    '<h3><strong>a</strong></h3>',
    `<p>a <img src="${SRC}" alt="b"> c</p>`,
  ])('preserves %s', async (value) => {
    const { area, html } = await open(value);
    pasteInto(area, { 'text/plain': 'x' });
    expect(html()?.replace('x', '')).toBe(value);
  });

  it('removes pictures if the editor does not allow them', async () => {
    const { area, html } = await open(`<p>a<img src="${SRC}" alt="b"></p>`, {});
    pasteInto(area, { 'text/plain': 'x' });
    expect(html()).toBe('<p>xa</p>');
    expect(screen.queryByRole('button', { name: 'Bild einfügen' })).toBeNull();
  });
});

describe('toolbar', () => {
  it('toggles between list kinds and plain paragraphs', async () => {
    const { press, html } = await open('<p>a</p>');
    press('Liste');
    expect(html()).toBe('<ul><li>a</li></ul>');
    expect(screen.getByRole('button', { name: 'Liste' }).getAttribute('aria-pressed')).toBe('true');
    press('Nummerierte Liste');
    expect(html()).toBe('<ol><li>a</li></ol>');
    press('Nummerierte Liste');
    expect(html()).toBe('<p>a</p>');
  });

  it('turns a list item into a heading', async () => {
    const { html } = await open('<ul><li>a</li></ul>');
    fireEvent.change(screen.getByRole('combobox', { name: 'Absatzformat' }), { target: { value: 'h4' } });
    expect(html()).toBe('<h4>a</h4>');
    expect(screen.getByRole('button', { name: 'Fett' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('turns a heading into a list', async () => {
    const { press, html } = await open('<h3>a</h3>');
    press('Liste');
    expect(html()).toBe('<ul><li>a</li></ul>');
  });

  it('undoes and redoes changes with buttons and keys', async () => {
    const { area, press, key, html } = await open('<p>a</p>');
    expect(screen.getByRole('button', { name: 'Änderung rückgängig machen' }).getAttribute('aria-disabled')).toBe('true');
    pasteInto(area, { 'text/plain': 'b' });
    expect(html()).toBe('<p>ba</p>');
    press('Änderung rückgängig machen');
    expect(html()).toBe('<p>a</p>');
    press('Änderung wiederholen');
    expect(html()).toBe('<p>ba</p>');
    key('z');
    expect(html()).toBe('<p>a</p>');
  });

  it('has a single tab stop that the arrow keys move', async () => {
    await open();
    const toolbar = screen.getByRole('toolbar', { name: 'Text formatieren' });
    const buttons = [...toolbar.querySelectorAll('button')];
    const stops = () => buttons.filter(({ tabIndex }) => tabIndex === 0).map(({ title }) => title);
    expect(stops()).toEqual(['Fett']);
    buttons[0]!.focus();
    fireEvent.keyDown(buttons[0]!, { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(buttons.at(-1));
    expect(stops()).toEqual(['Änderung wiederholen']);
  });

  it('adds, changes and removes a link', async () => {
    const { press, html } = await open('<p></p>');
    const fill = async (address: string, words: string) => {
      press('Link');
      fireEvent.change(await screen.findByLabelText('Web- oder E-Mail-Adresse'), { target: { value: address } });
      fireEvent.change(screen.getByLabelText('Linktext'), { target: { value: words } });
      press('Link einfügen');
    };
    await fill('www.a.example', 'a');
    await waitFor(() => expect(html()).toBe('<p><a href="https://www.a.example">a</a></p>'));
    await fill('b@c.example', 'b');
    await waitFor(() => expect(html()).toBe('<p><a href="mailto:b@c.example">b</a></p>'));
    press('Link');
    fireEvent.click(await screen.findByRole('button', { name: 'Link entfernen' }));
    await waitFor(() => expect(html()).toBe('<p>b</p>'));
  });
});

describe('pasting', () => {
  it('removes Word formatting and pictures', async () => {
    const html = '<html><head><style>td{color:red}</style></head><body><table><tr><td>Film</td></tr></table></body></html>';
    expect(await pasted({ 'text/html': html, 'text/plain': 'Film' }, [png])).toBe('<p>Film</p>');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('converts list paragraphs of Word to lists', async () => {
    const item = (level: number, marker: string, words: string) =>
      `<p class=MsoListParagraphCxSpMiddle style='margin-left:1cm;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;
    const html = `<p class=MsoNormal>Material</p>${item(1, '·', 'Beamer')}${item(2, 'o', 'Kabel')}${item(1, '·', 'Leinwand')}<p class=MsoNormal>Ablauf</p>${item(1, '1.', 'Aufbau')}`;
    expect(await pasted({ 'text/html': html })).toBe(
      '<p>Material</p><ul><li>Beamer<ul><li>Kabel</li></ul></li><li>Leinwand</li></ul><p>Ablauf</p><ol><li>Aufbau</li></ol>',
    );
  });

  it("ignores list levels above Word's maximum", async () => {
    expect(await pasted({ 'text/html': '<p style="mso-list:l0 level999999999 lfo1">a</p>' })).toBe('<p>a</p>');
  });

  it('converts the styles of Google Docs to bold and italic text', async () => {
    const html =
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:400">a </span><span style="font-weight:700">b</span><span style="font-style:italic">c</span></p></b>';
    expect(await pasted({ 'text/html': html })).toBe('<p>a <strong>b</strong><em>c</em></p>');
  });

  it('keeps text that looks like a style attribute', async () => {
    expect(await pasted({ 'text/html': '<p>Das Attribut style="x" und &lt;style&gt;</p>' })).toBe(
      '<p>Das Attribut style="x" und &lt;style&gt;</p>',
    );
  });

  it('removes scripts, event handlers and unsafe links', async () => {
    const html =
      '<p onclick="x()">a<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">b</a><a href="https://c.example" target="_blank">c</a></p>';
    expect(await pasted({ 'text/html': html })).toBe('<p>ab<a href="https://c.example">c</a></p>');
  });

  it('opens the picture dialog for a single pasted picture', async () => {
    const html = '<meta charset="utf-8"><img src="https://a.example/b.png" alt="b">';
    expect(await pasted({ 'text/html': html }, [png])).toBeNull();
    expect(await screen.findByRole('dialog')).toBeDefined();
  });

  it('pastes plain text as paragraphs with line breaks', async () => {
    expect(await pasted({ 'text/plain': 'a\r\nb\n\n\n<c> & d\n' })).toBe('<p>a<br>b</p><p>&lt;c&gt; &amp; d</p>');
  });
});
