import { AppError } from '@fundus/contract/errors';
import type { DeskOrder } from '@fundus/contract/lending/desk/desk';
import { MAX_SIGN_POINTS, MAX_STROKES, Signature, type Strokes } from '@fundus/contract/lending/orders/signature';
import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lendingPoint } from '../../../../testing/lending.ts';
import { show } from '../../../../testing/render.tsx';
import { makeScanQueue, type Scan, type ScanQueue } from '../../scan/scan-queue.ts';
import { ScanPanel } from '../ScanPanel.tsx';
import { addStroke, isSignatureFull, toFieldCoordinates, type Stroke } from './sign-strokes.ts';

const circle = (points: number): Stroke =>
  Array.from({ length: points }, (_, i) => [Math.round(300 + 90 * Math.cos(i / 20)), Math.round(100 + 90 * Math.sin(i / 20))]);

it('converts screen coordinates to clamped field coordinates', () => {
  const box = { left: 100, top: 50, width: 300, height: 100 };
  expect(toFieldCoordinates({ clientX: 100, clientY: 50 }, box)).toEqual([0, 0]);
  expect(toFieldCoordinates({ clientX: 250.4, clientY: 100 }, box)).toEqual([301, 100]);
  expect(toFieldCoordinates({ clientX: 999, clientY: -5 }, box)).toEqual([600, 0]);
});

it('reduces a stroke to the points that preserve its shape', () => {
  const straight = Array.from({ length: 200 }, (_, i): [number, number] => [i, i]);
  expect(addStroke([], straight)).toEqual([[[0, 0], [199, 199]]]); // oxfmt-ignore
  expect(addStroke([], [[5, 5]])).toEqual([[[5, 5]]]);
  expect(addStroke([], [])).toEqual([]);
  const [round] = addStroke([], circle(126));
  expect(round!.length).toBeGreaterThan(12);
  expect(round!.length).toBeLessThan(60);
});

it('keeps every drawing within the limits of the API', () => {
  const scribble = (nth: number): Stroke =>
    Array.from({ length: 3_000 }, (_, i) => [(i * 37 + nth * 101) % 601, (i * 53 + nth * 17) % 201] as [number, number]);
  let strokes: Strokes = [];
  for (let nth = 0; nth < 60; nth++) strokes = addStroke(strokes, nth % 3 === 0 ? scribble(nth) : [[nth, nth]]);
  expect(isSignatureFull(strokes)).toBe(true);
  expect(strokes.flat().length).toBeLessThanOrEqual(MAX_SIGN_POINTS);
  expect(strokes.length).toBeLessThanOrEqual(MAX_STROKES);
  expect(Signature.safeParse({ name: 'Kim', strokes }).success).toBe(true);
});

const ORDER: DeskOrder = {
  ...{ id: '019b0000-0000-7000-8000-000000000003', number: '5120448100', borrower: 'Kim Kern', school: '', title: 'Hörspiel' },
  ...{ point: { id: '019b0000-0000-7000-8000-0000000000aa', name: 'Ausleihe' }, purpose: '', contact: '', delivery: 'pickup' },
  ...{ walk_up: false, private: null, fee: null, state: 'approved', reason: '', submitted_at: null, responsible: null, lines: [] },
  ...{ can: { cancel: true, decide: false, agree: false }, suspended: null, unbriefed: [], borrower_id: null },
};

function Panel({ queue, signs = true }: { queue: ScanQueue; signs?: boolean }) {
  const [signature, setSignature] = useState<Signature | null>(null);
  const nothing = { onMode: () => {}, onOrder: () => Promise.resolve(false), onWalkUp: () => {}, go: () => {} };
  return (
    <ScanPanel
      {...nothing}
      {...{ queue, signature, order: ORDER, mode: 'out' }}
      point={lendingPoint({ signature: signs })}
      onSign={setSignature}
    />
  );
}

let sent: Scan[];
let online: boolean;
const makeQueue = () =>
  makeScanQueue(
    'p',
    () => {},
    async (_, scan) => {
      sent.push(scan);
      return { state: 'refused', error: new AppError(online ? 'barcode_unknown' : 'unavailable') };
    },
    () => {},
  );
beforeEach(() => {
  localStorage.clear();
  [sent, online] = [[], false];
  SVGElement.prototype.setPointerCapture = () => {};
  vi.spyOn(SVGElement.prototype, 'getBoundingClientRect').mockReturnValue({ left: 0, top: 0, width: 300, height: 100 } as DOMRect);
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(SVGElement.prototype, 'setPointerCapture');
  localStorage.clear();
});

const settled = () => new Promise((done) => setTimeout(done));
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
function draw(places: readonly (readonly [number, number])[], more: object = {}): void {
  const field = screen.getByRole('dialog').querySelector('svg[viewBox="0 0 600 200"]')!;
  const at = ([clientX, clientY]: readonly [number, number]) => ({ clientX, clientY, isPrimary: true, button: 0, pointerId: 1, ...more });
  fireEvent.pointerDown(field, at(places[0]!));
  for (const place of places.slice(1)) fireEvent.pointerMove(field, at(place));
  fireEvent.pointerUp(field, at(places.at(-1)!));
}
function scan(code: string): void {
  const field = screen.getByRole('textbox', { name: 'Code' });
  fireEvent.change(field, { target: { value: code } });
  fireEvent.submit(field.closest('form')!);
}

it('sends the drawn signature with each scanned device', async () => {
  await show(<Panel queue={makeQueue()} />);
  press('Empfang bestätigen');
  expect(dialog().getByRole('textbox', { name: 'Empfangen von' })).toHaveProperty('value', 'Kim Kern');
  expect(dialog().getByRole('button', { name: 'Übernehmen' })).toHaveProperty('disabled', true);
  draw([[10, 10], [20, 20]]); // oxfmt-ignore
  expect(dialog().getByText('Unterschrift erfasst')).toBeDefined();
  press('Noch einmal');
  expect(dialog().queryByText('Unterschrift erfasst')).toBeNull();
  // A second finger does not draw.
  draw([[1, 1], [2, 2]], { isPrimary: false }); // oxfmt-ignore
  expect(dialog().getByRole('button', { name: 'Übernehmen' })).toHaveProperty('disabled', true);
  draw([[0, 0], [50, 50], [100, 50]]); // oxfmt-ignore
  press('Übernehmen');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('Unterschrieben: Kim Kern')).toBeDefined();
  const signature = { name: 'Kim Kern', strokes: [[[0, 0], [100, 100], [200, 100]]] }; // oxfmt-ignore
  scan('K-1');
  await settled();
  expect(sent).toMatchObject([{ code: 'K-1', order: ORDER.id, signature }]);
  online = true;
  makeQueue().work();
  await settled();
  expect(sent[1]).toMatchObject({ code: 'K-1', key: sent[0]!.key, signature });
});

it('accepts a typed name instead of a signature', async () => {
  await show(<Panel queue={makeQueue()} />);
  press('Empfang bestätigen');
  const confirm = dialog().getByRole('checkbox', { name: 'Statt zu unterschreiben: Ich bestätige den Empfang mit meinem Namen.' });
  fireEvent.click(confirm);
  fireEvent.change(dialog().getByRole('textbox', { name: 'Empfangen von' }), { target: { value: ' ' } });
  expect(dialog().getByRole('button', { name: 'Übernehmen' })).toHaveProperty('disabled', true);
  fireEvent.change(dialog().getByRole('textbox', { name: 'Empfangen von' }), { target: { value: 'Mia Muster' } });
  press('Übernehmen');
  expect(screen.getByText('Mit Namen bestätigt: Mia Muster')).toBeDefined();
  press('Unterschrift entfernen');
  scan('K-2');
  await settled();
  expect(sent[0]).not.toHaveProperty('signature');
});

it('does not ask for a signature if the lending point requires none', async () => {
  await show(<Panel queue={makeQueue()} signs={false} />);
  expect(screen.getByRole('textbox', { name: 'Code' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Empfang bestätigen' })).toBeNull();
});
