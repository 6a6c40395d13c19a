/** What the columns `sort_name` and `sort_vorname` hold, in the program's words. */
export const sortName = (text: string): string =>
  text
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđðı]/g, (sign) => ({ ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i' })[sign]!);
