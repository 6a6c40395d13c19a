import type { ScanOrder } from '@fundus/contract/lending/desk/desk-scan';
import { WifiOff } from 'lucide-react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { Note } from '../../../ui/Note.tsx';
import { useScans, type Scan, type ScanRequest, type ScanQueue } from '../scan/scan-queue.ts';
import { ScanEntry } from './ScanEntry.tsx';
import '../parts/desk.css';

type Props = {
  point: string;
  queue: ScanQueue;
  onAgain: (asked: ScanRequest) => void;
  onChoose: (order: ScanOrder, scan: Scan) => void;
  onWalkUp: (scan: Scan) => void;
  /** Name of the borrower whose page is open. */
  receiver?: string;
};

/** Shows the latest scans with their results, and the number of scans that wait for the network. */
export function ScanList({ point, queue, onAgain, onChoose, onWalkUp, receiver }: Props) {
  const { t } = useT();
  const scans = useScans(queue);
  const stored = scans.filter(({ state }) => state === 'stored').length;
  const settle = (scan: Scan, act: () => void) => () => {
    queue.remove(scan.key);
    act();
  };
  return (
    <>
      {stored > 0 && (
        <Note role="status">
          <WifiOff />
          <p>{t('lending.scan.offline', { count: stored })}</p>
          <Button onClick={() => queue.work()}>{t('app.retry')}</Button>
        </Note>
      )}
      <div role="status" aria-live="assertive">
        <ol className="desk-scans" aria-label={t('lending.scan.last')}>
          {scans.map((scan) => (
            <ScanEntry
              key={scan.key}
              point={point}
              scan={scan}
              onAgain={(asked) => settle(scan, () => onAgain(asked))()}
              onChoose={(order) => settle(scan, () => onChoose(order, scan))()}
              onWalkUp={settle(scan, () => onWalkUp(scan))}
              receiver={receiver}
              onClose={() => queue.remove(scan.key)}
            />
          ))}
        </ol>
      </div>
    </>
  );
}
