import { useRef } from 'react';
import type { Go } from '../../../components/page/screen.ts';
import { useT } from '../../../i18n/translate.ts';
import type { ScanQueue } from '../scan/scan-queue.ts';
import { ScanField } from '../scan/ScanField.tsx';
import { useScannerKeys } from '../scan/scanner-keys.ts';
import { BorrowerSearch } from '../desk/BorrowerSearch.tsx';
import { rejectScanInDialog } from '../scan/refuse-in-dialog.ts';
import { ScanList } from '../desk/ScanList.tsx';
import { ScanTools } from '../desk/ScanTools.tsx';
import { useLookup } from '../scan/use-lookup.ts';
import '../parts/desk.css';

/** Shows the scan field on a device's page. Each scan opens the page of the scanned device, borrower or order. */
export function LookupScan({ point, here, queue, go }: { point: string; here: string; queue: ScanQueue; go: Go }) {
  const { t } = useT();
  const field = useRef<HTMLInputElement>(null);
  const { look, holds } = useLookup({ point, here, queue, go, mode: 'look', onDevice: () => {}, onDeferred: (code) => send(code) });
  function send(code: string): void {
    if (code !== '' && !holds(code)) look(code);
  }
  useScannerKeys(field, { onScan: send, onScanInDialog: (code) => rejectScanInDialog(queue, 'look', code) });
  return (
    <section className="desk-scan" aria-labelledby="desk-scan">
      <ScanTools title={t('lending.scan')} onCode={send} />
      <ScanField ref={field} label={t('lending.look')} hint={t('lending.code.hint')} action={t('lending.look.do')} onCode={send} />
      <ScanList
        point={point}
        queue={queue}
        onAgain={(asked) => (asked.mode === 'look' ? look(asked.code) : queue.add(asked))}
        onChoose={(order, { code }) => queue.add({ mode: 'out', code, order: order.id })}
        onWalkUp={({ code }) => look(code)}
      />
      <BorrowerSearch point={point} go={go} />
    </section>
  );
}
