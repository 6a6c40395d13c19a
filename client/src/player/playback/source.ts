/** Gives an element its source; HLS is played by the browser where it can, otherwise by hls.js, which is fetched only then. */
import type { MediaFile } from '@fundus/contract/files/files';

const isHls = ({ mime, href }: Pick<MediaFile, 'mime' | 'href'>): boolean => /mpegurl/i.test(mime) || /\.m3u8(\?|$)/i.test(href);

/** The steps a film in pieces comes in: chosen by the connection (-1) or by the person. */
export type Steps = { labels: readonly string[]; choose: (index: number) => void };

type Listener = { failed: () => void; steps: (steps: Steps | null) => void };

/**
 * `failed` is called for what the element itself does not report, `steps` when more than one quality is inside of the source.
 * The returned function lets go. A browser that plays HLS by itself offers no choice of quality, so hls.js is taken where it runs.
 */
export function attachSource(media: HTMLMediaElement, file: Pick<MediaFile, 'mime' | 'href'>, { failed, steps }: Listener): () => void {
  const playsItself = media.canPlayType('application/vnd.apple.mpegurl') !== '' && !('MediaSource' in window);
  if (!isHls(file) || playsItself) {
    media.src = file.href;
    return () => {
      media.removeAttribute('src');
      media.load();
    };
  }
  let gone = false;
  let release = (): void => undefined;
  import('hls.js/light')
    .then(({ default: Hls }) => {
      if (gone) return;
      if (!Hls.isSupported()) return failed();
      // Its worker would come from a blob address, which the page's policy forbids.
      const hls = new Hls({ enableWorker: false });
      hls.on(Hls.Events.ERROR, (_, data) => data.fatal && failed());
      hls.on(Hls.Events.MANIFEST_PARSED, (_, { levels }) => {
        if (levels.length > 1) steps({ labels: stepLabels(levels), choose: (index) => void (hls.currentLevel = index) });
      });
      hls.loadSource(file.href);
      hls.attachMedia(media);
      release = () => {
        steps(null);
        hls.destroy();
      };
    })
    .catch(failed);
  return () => {
    gone = true;
    release();
  };
}

/** By height; by bit rate too where that does not tell them apart. */
export function stepLabels(levels: readonly { height: number; bitrate: number }[]): string[] {
  return levels.map(({ height, bitrate }, i) => {
    const alone = height > 0 && levels.every((other, j) => j === i || other.height !== height);
    return [height > 0 && `${height}p`, !alone && `${Math.round(bitrate / 1000)} kbit/s`].filter(Boolean).join(' · ');
  });
}
