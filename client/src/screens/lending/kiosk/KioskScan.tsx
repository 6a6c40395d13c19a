import { Camera, CameraOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { Button } from '../../../ui/Button.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { isReloadedForCamera, requestCamera } from '../scan/camera-allowed.ts';
import { ScanField } from '../scan/ScanField.tsx';
import { useScannerKeys } from '../scan/scanner-keys.ts';
import './kiosk.css';

const CameraScan = loadLater(async () => (await import('../scan/CameraScan.tsx')).CameraScan);

/** Reads codes from a scanner, the camera or the keyboard. Scanner input reaches the field even if it has no focus. */
export function KioskScan({ label, hint, onCode }: { label: string; hint: string; onCode: (code: string) => void }) {
  const { t } = useT();
  const field = useRef<HTMLInputElement>(null);
  const [camera, setCamera] = useState(isReloadedForCamera);
  useScannerKeys(field);
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
  }, [label]);
  const take = (code: string): void => {
    if (code !== '') onCode(code);
  };
  return (
    <div className="kiosk-scan">
      <ScanField ref={field} label={label} hint={hint} action={t('lending.kiosk.scan.do')} onCode={take} />
      <Button variant="line" icon={camera ? <CameraOff /> : <Camera />} onClick={() => setCamera(!camera && requestCamera())}>
        {t(camera ? 'lending.camera.close' : 'lending.camera.open')}
      </Button>
      {camera && <CameraScan onCode={(read) => take(read.trim().slice(0, 40))} />}
    </div>
  );
}
