const links = [
  { x: 28, y: 58, turn: 0 },
  { x: 64, y: 58, turn: 0 },
  { x: 100, y: 52, turn: -16 },
  { x: 204, y: 50, turn: 20 },
  { x: 238, y: 58, turn: 0 },
  { x: 272, y: 58, turn: 0 },
];

/** A chain with a link missing: a part of the site did not load. */
export function BrokenChain({ className }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 300 90" width="300" height="90" aria-hidden="true">
      {links.map(({ x, y, turn }) => (
        <g key={x} stroke="currentColor" transform={`translate(${x} ${y}) rotate(${turn})`}>
          <rect x="-24" y="-10" width="48" height="20" rx="10" fill="none" strokeWidth="5" />
          <circle cx="-14" r="3.5" fill="currentColor" stroke="none" />
          <circle cx="14" r="3.5" fill="currentColor" stroke="none" />
        </g>
      ))}
      <g stroke="var(--oxide)" fill="none">
        <path d="M152 34V10" strokeWidth="5" />
        <path d="M134 38L124 18M170 38L180 18" strokeWidth="2.5" />
      </g>
    </svg>
  );
}
