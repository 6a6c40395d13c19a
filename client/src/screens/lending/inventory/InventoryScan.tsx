import type { AppError } from '@fundus/contract/errors';
import { lendingInventory, type Seen } from '@fundus/contract/lending/inventory/inventory';
import { Ban, Check, Clock, TriangleAlert, WifiOff, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useT, type Translate } from '../../../i18n/translate.ts';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/fields/Field.tsx';
import { Note } from '../../../ui/Note.tsx';
import { ScanField } from '../scan/ScanField.tsx';
import { makeQueue, useScans } from '../scan/scan-queue.ts';
import { playTone, type Tone } from '../scan/scan-tones.ts';
import { useScannerKeys } from '../scan/scanner-keys.ts';
import { refusalText } from '../parts/words.ts';
import '../parts/desk.css';
import '../parts/stock.css';

type Asked = { code: string; shelf: string };
type Scan = Asked & { key: string; state: 'waiting' | 'stored' | 'seen' | 'refused'; seen?: Seen; error?: AppError };

const TONES: Record<Seen['group'], Tone> = {
  found: 'good',
  moved: 'warn',
  still_lent: 'warn',
  was_lost: 'warn',
  was_retired: 'warn',
  elsewhere: 'warn',
  unknown: 'bad',
};

const toneOf = ({ state, seen }: Scan): Tone | null =>
  state === 'waiting' ? null : state === 'stored' ? 'stored' : seen ? TONES[seen.group] : 'bad';

function useInventoryQueue(id: string, onSeen: () => void) {
  const listener = useRef(onSeen);
  useEffect(() => {
    listener.current = onSeen;
  });
  const [queue] = useState(() =>
    makeQueue<Asked, Scan>(
      `inventory.${id}`,
      (scan) => {
        const tone = toneOf(scan);
        if (tone) playTone(tone);
        if (scan.state === 'seen') listener.current();
      },
      async ({ code, shelf, key }) => {
        try {
          return { state: 'seen', seen: await call(lendingInventory.countItem, { params: { id }, body: { code, shelf, key } }) };
        } catch (problem) {
          return { state: 'refused', error: problem as AppError };
        }
      },
    ),
  );
  useEffect(() => {
    queue.work();
    window.addEventListener('online', queue.work);
    return () => window.removeEventListener('online', queue.work);
  }, [queue]);
  return queue;
}

/** Shows the scan field of an inventory and a field for the shelf that is being counted. */
export function InventoryScan({ id, onSeen }: { id: string; onSeen: () => void }) {
  const { t } = useT();
  const queue = useInventoryQueue(id, onSeen);
  const scans = useScans(queue);
  const [shelf, setShelf] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const stored = scans.filter(({ state }) => state === 'stored').length;
  useScannerKeys(field);
  return (
    <section className="desk-scan" aria-labelledby="inventory-scan">
      <h2 id="inventory-scan" className="inventory-head">
        {t('lending.scan')}
      </h2>
      <TextField
        label={t('lending.inventory.shelf')}
        hint={t('lending.inventory.shelf.hint')}
        maxLength={60}
        autoComplete="off"
        value={shelf}
        onChange={(event) => setShelf(event.target.value)}
      />
      <ScanField
        ref={field}
        label={t('lending.inventory.code')}
        hint={t('lending.inventory.code.hint')}
        action={t('lending.inventory.count')}
        onCode={(scanned) => {
          if (scanned !== '') queue.add({ code: scanned, shelf: shelf.trim() });
        }}
      />
      {stored > 0 && (
        <Note role="status">
          <WifiOff />
          <p>{t('lending.inventory.offline', { count: stored })}</p>
          <Button onClick={() => queue.work()}>{t('app.retry')}</Button>
        </Note>
      )}
      <div role="status" aria-live="assertive">
        <ol className="desk-scans" aria-label={t('lending.inventory.last')}>
          {scans.map((scan) => (
            <Entry key={scan.key} scan={scan} onClose={() => queue.remove(scan.key)} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function Entry({ scan, onClose }: { scan: Scan; onClose: () => void }) {
  const { t, locale } = useT();
  const tone = toneOf(scan);
  const Sign = tone === 'good' ? Check : tone === 'warn' ? TriangleAlert : tone === 'bad' ? Ban : Clock;
  const { word, text } = wordsOf(t, scan, locale);
  return (
    <li data-tone={tone ?? 'quiet'}>
      <Sign className="desk-sign" />
      <p>
        <strong>{word}</strong> <span>{text}</span>
      </p>
      {scan.state === 'refused' && <IconButton label={t('lending.scan.close', { code: scan.code })} icon={<X />} onClick={onClose} />}
    </li>
  );
}

function wordsOf(t: Translate, { state, code, seen, error }: Scan, locale: string): { word: string; text: string } {
  if (state === 'waiting') return { word: t('lending.scan.waiting'), text: code };
  if (state === 'stored') return { word: t('lending.scan.stored'), text: code };
  if (!seen) return { word: t('lending.scan.refused'), text: [code, refusalText(t, error!, locale)].join(': ') };
  const { group, again, model, shelf, point } = seen;
  const where = group === 'moved' && t('lending.inShelf', { shelf });
  const word =
    group !== 'found' ? (`lending.inventory.${group}` as const) : again ? 'lending.inventory.scan.again' : 'lending.inventory.scan.found';
  return { word: t(word), text: [seen.code, model, where, point].filter(Boolean).join(', ') };
}
