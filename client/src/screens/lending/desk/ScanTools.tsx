import { Camera, CameraOff, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { IconButton } from '../../../ui/Button.tsx';
import { loadLater } from '../../../ui/load-later.tsx';
import { isReloadedForCamera, requestCamera } from '../scan/camera-allowed.ts';
import { isSilent, setSilent } from '../scan/scan-tones.ts';
import '../parts/desk.css';

/** Loaded on demand, because it contains the barcode reader. */
const CameraScan = loadLater(async () => (await import('../scan/CameraScan.tsx')).CameraScan);

/** Shows the heading of a scan panel with switches for camera and sound. */
export function ScanTools({ title, onCode }: { title: string; onCode: (code: string) => void }) {
  const { t } = useT();
  const [silent, setQuiet] = useState(isSilent);
  const [camera, setCamera] = useState(isReloadedForCamera);
  return (
    <>
      <div className="desk-scan-head">
        <h2 id="desk-scan">{title}</h2>
        <IconButton
          label={t(camera ? 'lending.camera.close' : 'lending.camera.open')}
          icon={camera ? <CameraOff /> : <Camera />}
          onClick={() => setCamera(!camera && requestCamera())}
        />
        <IconButton
          label={t(silent ? 'lending.scan.loud' : 'lending.scan.silent')}
          icon={silent ? <VolumeX /> : <Volume2 />}
          onClick={() => {
            setSilent(!silent);
            setQuiet(!silent);
          }}
        />
      </div>
      {camera && <CameraScan onCode={(read) => onCode(read.trim().slice(0, 40))} />}
    </>
  );
}
