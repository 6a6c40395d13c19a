/** Range requests for stored files (RFC 9110, section 14). Players read films in ranges. */

/** Returns what a request asks for: the whole stored response (200), a range (206), or 416 if the range starts beyond the end. */
export async function rangeResponse(stored: Response, range: string | null): Promise<Response> {
  const headers = new Headers(stored.headers);
  headers.set('accept-ranges', 'bytes');
  const wanted = /^bytes=(\d*)-(\d*)$/.exec(range ?? '');
  if (!wanted || (wanted[1] === '' && wanted[2] === '')) return new Response(stored.body, { status: 200, headers });
  // A blob from the cache stays on disk; a slice reads only its own bytes.
  const file = await stored.blob();
  const [, from = '', to = ''] = wanted;
  const first = from === '' ? Math.max(0, file.size - Number(to)) : Number(from);
  const last = from !== '' && to !== '' ? Math.min(Number(to), file.size - 1) : file.size - 1;
  if (first > last) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.size}` } });
  headers.set('content-range', `bytes ${first}-${last}/${file.size}`);
  headers.set('content-length', String(last - first + 1));
  return new Response(file.slice(first, last + 1, stored.headers.get('content-type') ?? ''), { status: 206, headers });
}
