import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useT } from '../../../i18n/translate.ts';
import { FormProblem } from '../../../ui/fields/FormProblem.tsx';
import { makeCodeReader } from './read-code.ts';
import '../parts/desk.css';

const EVERY_MS = 150;
/** Time in milliseconds during which a repeated code is ignored, because the label is probably still in view. */
const SAME_MS = 3_000;
const WIDTH = 960;

/** Reads codes with the camera. Images never leave the device. */
export function CameraScan({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useT();
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<'denied' | 'none' | null>(null);
  const found = useEffectEvent(onCode);
  useEffect(() => {
    let closed = false;
    let timer = 0;
    let stream: MediaStream | null = null;
    const canvas = document.createElement('canvas');
    let last = { code: '', at: 0 };
    async function scan(): Promise<void> {
      const read = await makeCodeReader();
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } });
      const shown = video.current;
      if (closed || !shown) return stop();
      shown.srcObject = stream;
      await shown.play();
      const tick = async (): Promise<void> => {
        if (closed) return;
        if (shown.videoWidth > 0) {
          canvas.width = Math.min(WIDTH, shown.videoWidth);
          canvas.height = Math.round((canvas.width * shown.videoHeight) / shown.videoWidth);
          canvas.getContext('2d', { willReadFrequently: true })!.drawImage(shown, 0, 0, canvas.width, canvas.height);
          const code = (await read(canvas))?.trim() ?? '';
          const now = Date.now();
          if (code !== '' && !closed && (code !== last.code || now - last.at > SAME_MS)) found(code);
          if (code !== '') last = { code, at: now };
        }
        timer = window.setTimeout(() => void tick(), EVERY_MS);
      };
      void tick();
    }
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    scan().catch((error: unknown) => {
      if (!closed) setProblem(error instanceof DOMException && error.name === 'NotFoundError' ? 'none' : 'denied');
    });
    return () => {
      closed = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <div className="desk-camera">
      <FormProblem>{problem && t(`lending.camera.${problem}`)}</FormProblem>
      {/* Live video without sound needs no captions. */}
      <video ref={video} muted playsInline aria-label={t('lending.camera.picture')} hidden={problem !== null} />
    </div>
  );
}
