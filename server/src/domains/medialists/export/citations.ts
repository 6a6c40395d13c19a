/** Formats citations of audiovisual works, according to APA (7th edition, 10.12) and DIN ISO 690:2013 (15). Pure functions. */
export type Cited = {
  title: string;
  /** Title of the whole medium if only a part is cited, otherwise `null`. */
  partOf: string | null;
  producer: string;
  year: number | null;
  /** Type of the medium, for example *Film*. */
  type: string;
  /** Start and end of the part, for example `0:30–1:15`. */
  times: string | null;
  url: string;
};

export type CitationWords = {
  /** Placeholder for a missing year: *o. J.* */
  noYear: string;
  /** Word before the title of the whole medium: *In*. */
  within: string;
  /** Date of access, for example *Zugriff am 22.11.2026*. */
  accessed: string;
  /** Words before the address: *Verfügbar unter*. */
  availableAt: string;
};

const withStop = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** Returns a citation such as `Studio. (2019). Der Vulkan (0:30–1:15) [Film]. https://…`. */
function citeApa({ title, partOf, producer, year, type, times, url }: Cited, { noYear, within }: CitationWords): string {
  const when = `(${year ?? noYear}).`;
  const what = `${title}${times ? ` (${times})` : ''} [${type}]${partOf ? `. ${within} ${partOf}` : ''}`;
  return producer ? `${withStop(producer)} ${when} ${withStop(what)} ${url}` : `${withStop(what)} ${when} ${url}`;
}

/** Returns a citation such as `STUDIO, 2019. Der Vulkan [Film]. 0:30–1:15 [Zugriff am …]. Verfügbar unter: https://…`. */
function citeDin(
  { title, partOf, producer, year, type, times, url }: Cited,
  { noYear, within, accessed, availableAt }: CitationWords,
): string {
  const when = `${year ?? noYear}`;
  const what = `${title} [${type}]${partOf ? `. ${within}: ${partOf}` : ''}`;
  const head = producer ? `${producer.toUpperCase()}, ${when}. ${withStop(what)}` : `${withStop(what)} ${when}.`;
  return `${head}${times ? ` ${times}` : ''} [${accessed}]. ${availableAt}: ${url}`;
}

export const CITATIONS = { apa: citeApa, din: citeDin } as const;

/** Returns seconds as `1:05` or `1:02:00`. */
export function clockOf(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor((whole % 3_600) / 60), whole % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
