export function LoadingScreen({ label = 'Loading...' }: { label?: string }) {
  return (
    <div role="status" className="flex min-h-[60dvh] items-center justify-center p-6 text-17 text-muted">
      {label}
    </div>
  );
}
