/** What we use of pdfkit, which has no types of its own. */
declare module 'pdfkit' {
  export interface StructureElement {
    add(child: StructureElement | (() => void)): StructureElement;
    end(): void;
  }
  export interface TextOptions {
    width?: number;
    align?: 'left' | 'right';
    lineBreak?: boolean;
  }
  export interface DocumentOptions {
    size: 'A4';
    margin: number;
    /** Null: no font until one is chosen. */
    font: null;
    tagged: true;
    lang: string;
    displayTitle: true;
    pdfVersion: '1.7';
    info: { Title: string; Author: string };
  }
  export default class PDFDocument {
    constructor(options: DocumentOptions);
    readonly page: { width: number; height: number };
    /** Where the next line begins. */
    y: number;
    registerFont(name: string, source: Uint8Array): this;
    font(name: string): this;
    fontSize(size: number): this;
    fillColor(color: string): this;
    strokeColor(color: string): this;
    lineWidth(width: number): this;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    stroke(): this;
    text(text: string, x: number, y: number, options?: TextOptions): this;
    heightOfString(text: string, options?: TextOptions): number;
    addPage(): this;
    struct(
      type: string,
      options: { alt?: string; title?: string },
      children?: StructureElement | (() => void) | (StructureElement | (() => void))[],
    ): StructureElement;
    addStructure(element: StructureElement): this;
    markContent(tag: string, options?: { type?: string }): this;
    endMarkedContent(): this;
    end(): void;
  }
}

declare module 'pdfkit/output' {
  import type PDFDocument from 'pdfkit';
  /** To be called before the document ends. */
  export function toBytes(document: PDFDocument): Promise<Uint8Array<ArrayBuffer>>;
}
