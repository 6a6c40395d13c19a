/** Gives an element its source; HLS is played by the browser where it can, otherwise by hls.js, which is fetched only then. */
import type { MediaFile } from '@fundus/contract/files';

const isHls = ({ mime, href }: Pick<MediaFile, 'mime' | 'href'>): boolean => /mpegurl/i.test(mime) || /\.m3u8(\?|$)/i.test(href);

/** `failed` is called for what the element itself does not report. The returned function lets go. */
export function attachSource(media: HTMLMediaElement, file: Pick<MediaFile, 'mime' | 'href'>, failed: () => void): () => void {
  if (!isHls(file) || media.canPlayType('application/vnd.apple.mpegurl') !== '') {
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
      hls.loadSource(file.href);
      hls.attachMedia(media);
      release = () => hls.destroy();
    })
    .catch(failed);
  return () => {
    gone = true;
    release();
  };
}
