/**
 * Path data of the icons: 24 by 24 grid, 2 px stroke, drawn by {@link Icon}. One const per icon, so an app contains only
 * the imported ones. A page contains all that its app imports: those of single pages are in `service-icons.ts`.
 */
export const alert = 'M12 3.5L22 20.5H2ZM12 10V14.5M12 17.4V17.5';
export const arrow = 'M4 12H20M14 6L20 12L14 18';
export const back = 'M20 12H4M10 6L4 12L10 18';
export const bell = 'M6 17V11A6 6 0 0 1 18 11V17L20 19H4ZM10 21.5H14M12 5V3';
export const bin = 'M4 6.5H20M9 6.5V4H15V6.5M6 6.5L7 20H17L18 6.5M10.5 10.5V16M13.5 10.5V16';
export const calendar = 'M4 6H20V20H4ZM4 10.5H20M8 3V7.5M16 3V7.5M8 14.5H11';
export const cart = 'M2.5 9.5H21.5L19.5 20H4.5ZM7.5 9.5L11 4M16.5 9.5L13 4M9 13V16.5M12 13V16.5M15 13V16.5';
export const chat = 'M4 5H20V16H11L6 20V16H4ZM8 9H16M8 12.5H13';
export const check = 'M4 12.5L9.5 18L20 6.5';
export const clock = 'M12 21A9 9 0 1 0 12 3A9 9 0 1 0 12 21ZM12 7V12L15.5 14';
export const close = 'M5 5L19 19M19 5L5 19';
export const cross = 'M6 6L18 18M18 6L6 18';
export const download = 'M12 3V15M7.5 10.5L12 15L16.5 10.5M4 20H20';
export const edit = 'M4 20L5 15.5L16.5 4L20 7.5L8.5 19ZM13.5 7L17 10.5';
export const info = 'M12 21A9 9 0 1 0 12 3A9 9 0 1 0 12 21ZM12 11V16.5M12 7.6V7.7';
export const lock = 'M5 11H19V21H5ZM8 11V7.5A4 4 0 0 1 16 7.5V11M12 15V17';
export const menu = 'M3 7H21M3 12H21M3 17H15';
export const minus = 'M5 12H19';
export const offline =
  'M4 4L20 20M2 9C3.6 7.6 5.4 6.6 7.3 5.9M22 9A14.6 14.6 0 0 0 11.5 5.2M5.5 13A9.6 9.6 0 0 1 9 10.8M18.5 13A9.6 9.6 0 0 0 15.5 11M12 18.5V18.6';
export const phone =
  'M6 3H9.5L11 8L8.5 9.8A12 12 0 0 0 14.2 15.5L16 13L21 14.5V18A3 3 0 0 1 18 21C10 21 3 14 3 6A3 3 0 0 1 6 3Z';
export const pin =
  'M12 21C8 16 6 12.8 6 9.5A6 6 0 0 1 18 9.5C18 12.8 16 16 12 21ZM12 11.5A2 2 0 1 0 12 7.5A2 2 0 1 0 12 11.5Z';
export const plus = 'M12 5V19M5 12H19';
export const rain = 'M6 14A4 4 0 0 1 6.5 6A6 6 0 0 1 18 8A3.2 3.2 0 0 1 18 14ZM8 17L7 20M12.5 17L11.5 20M17 17L16 20';
export const search = 'M10.5 17A6.5 6.5 0 1 0 10.5 4A6.5 6.5 0 1 0 10.5 17ZM15.5 15.5L21 21';
export const share = 'M12 15V3M7.5 7.5L12 3L16.5 7.5M5 12V21H19V12';
export const shield = 'M12 3L19 5.5V11.5C19 16 16 19.5 12 21C8 19.5 5 16 5 11.5V5.5ZM8.8 12L11 14.2L15.4 9.6';
export const up = 'M12 20V4M6 10L12 4L18 10';
export const user = 'M12 11.5A4 4 0 1 0 12 3.5A4 4 0 1 0 12 11.5ZM4 21C4.8 16.8 8 15 12 15C16 15 19.2 16.8 20 21';
