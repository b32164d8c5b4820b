import { Skeleton } from '../../../ui/skeleton.tsx';

export const ProductDetailSkeleton = () => (
  <div role="status" className="mx-auto max-w-6xl px-4 py-6">
    <title>Loading...</title>
    <span className="sr-only">Loading product...</span>
    <Skeleton className="mb-4 h-6 w-40" />
    <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[1fr_23rem]">
      <Skeleton className="aspect-4/3 w-full" />
      <div className="grid content-start gap-3">
        <Skeleton className="h-5 w-1/3" />
        <Skeleton className="h-8 w-5/6" />
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-6 w-full" />
        <Skeleton className="mt-6 h-72 w-full" />
      </div>
    </div>
  </div>
);
