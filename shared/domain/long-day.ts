const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'];

/** '2026-12-06', or '12-06', is "6 December". */
export function longDay(date: string): string {
  const [month, day] = date.split('-').slice(-2).map(Number);
  return `${day} ${[...months, 'November', 'December'][Number(month) - 1]}`;
}
