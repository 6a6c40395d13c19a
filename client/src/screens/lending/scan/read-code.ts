/** Reads barcodes with the detector of the browser, or with a library that is loaded together with the camera. */
import {
  BinaryBitmap,
  Code128Reader,
  Code39Reader,
  DecodeHintType,
  EAN13Reader,
  HybridBinarizer,
  QRCodeReader,
  RGBLuminanceSource,
  type Reader,
} from '@zxing/library';

type Detector = { detect: (source: HTMLCanvasElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = { new (how: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> };

/** Barcode formats on labels of the portal and of manufacturers. */
const NATIVE = ['code_128', 'qr_code', 'code_39', 'ean_13'];

export type ReadCode = (canvas: HTMLCanvasElement) => Promise<string | null>;

async function nativeReader(): Promise<ReadCode | null> {
  const { BarcodeDetector } = window as { BarcodeDetector?: DetectorClass };
  const known = BarcodeDetector ? await BarcodeDetector.getSupportedFormats().catch(() => []) : [];
  if (!BarcodeDetector || !NATIVE.every((format) => known.includes(format))) return null;
  const detector = new BarcodeDetector({ formats: NATIVE });
  return async (canvas) => (await detector.detect(canvas))[0]?.rawValue ?? null;
}

const HINTS = new Map<DecodeHintType, unknown>([[DecodeHintType.TRY_HARDER, true]]);
/** Uses one reader per format, because the multi-format reader of the library logs a warning for each image without a code. */
const readers = (): Reader[] => [new Code128Reader(), new QRCodeReader(), new Code39Reader(), new EAN13Reader()];

/** Returns the code in an RGBA image, or `null`. */
export function readPixels(data: Uint8ClampedArray, width: number, height: number): string | null {
  const grey = new Uint8ClampedArray(width * height);
  for (let i = 0; i < grey.length; i++) grey[i] = (data[4 * i]! * 2 + data[4 * i + 1]! * 5 + data[4 * i + 2]!) >> 3;
  const picture = new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(grey, width, height)));
  for (const reader of readers()) {
    try {
      return reader.decode(picture, HINTS).getText();
    } catch {
      // The library throws if the image contains no code of this format.
    }
  }
  return null;
}

export async function makeCodeReader(): Promise<ReadCode> {
  const native = await nativeReader();
  if (native) return native;
  return (canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d', { willReadFrequently: true })!.getImageData(0, 0, width, height);
    return Promise.resolve(readPixels(data, width, height));
  };
}
