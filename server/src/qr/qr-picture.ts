/** A QR code as a picture: whoever has it on paper or on the board comes to the address with a phone. */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import QRCode from 'qrcode';

/** SVG, without margin. `seconds`: how long browsers may keep it; 0 for what opens something. */
export async function drawQrPicture(text: string, seconds: number): Promise<StreamAnswer> {
  const body = await QRCode.toString(text, { type: 'svg', errorCorrectionLevel: 'M', margin: 0 });
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': seconds > 0 ? `private, max-age=${seconds}` : 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { headers, body: Buffer.from(body) };
}
