import type { Tokens } from 'marked';
import { renderInline } from './markdown-inline.tsx';
import { plainText } from '../../model/markdown-source.ts';
import styles from '../table.module.css';

/** A table of a text. It scrolls inside its own frame, never the page. */
export function MarkdownTable({ table }: { table: Tokens.Table }) {
  const side = (index: number) => (table.align[index] === 'right' ? styles.right : undefined);
  // Over a column of headings the first head is empty.
  const hasRowHeads = table.header[0]?.tokens.length === 0;
  return (
    // oxlint-disable-next-line a11y/no-noninteractive-tabindex -- a frame that scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0} role="group" aria-label={`Table: ${headsOf(table)}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            {table.header.map((cell, index) =>
              cell.tokens.length === 0 ? (
                <td key={index} />
              ) : (
                <th key={index} scope="col" className={side(index)}>
                  {renderInline(cell.tokens)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) =>
                hasRowHeads && index === 0 ? (
                  <th key={index} scope="row" className={side(index)}>
                    {renderInline(cell.tokens)}
                  </th>
                ) : (
                  <td key={index} className={side(index)}>
                    {renderInline(cell.tokens)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Names the frame for keyboard users who scroll it. */
function headsOf({ header }: Tokens.Table): string {
  return header
    .map((cell) => plainText(cell.tokens))
    .filter(Boolean)
    .join(', ');
}
