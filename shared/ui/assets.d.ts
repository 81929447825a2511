declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module '*.css';
declare module '*.svg' {
  /** Address of the emitted file. */
  const url: string;
  export default url;
}
declare module '*.ttf' {
  /** Address of the emitted file. */
  const url: string;
  export default url;
}
declare module '*.woff2' {
  /** Address of the emitted file. */
  const url: string;
  export default url;
}
