declare module 'js-yaml' {
  /** Reads a YAML 1.2 document. @throws Error when it is none */
  export function load(text: string): unknown;
}
