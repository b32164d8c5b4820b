import type { Category } from '@shop/contract/products/categories';
import type { StockKind } from '@shop/contract/stock-kinds';
import type { Generated, GeneratedAlways } from 'kysely';
import type { Instant, Json, WithDefault } from '../../platform/database/column-types.ts';

type ProductsTable = {
  id: string;
  title: string;
  subtitle: WithDefault<string>;
  company: string;
  category: Category;
  price_paise: number;
  original_price_paise: number | null;
  details: WithDefault<string[]>;
  how_to_redeem: WithDefault<string[]>;
  terms_and_conditions: WithDefault<string[]>;
  expiry_date: Date;
  is_one_time_use: WithDefault<boolean>;
  is_active: WithDefault<boolean>;
  is_sold: WithDefault<boolean>;
  rating_sum: WithDefault<number>;
  rating_count: WithDefault<number>;
  goods_id: string | null;
  stock_kind: WithDefault<StockKind>;
  low_stock_at: number | null;
  max_per_customer: number | null;
  stock_until: Instant;
  stock_told: WithDefault<'enough' | 'low' | 'sold-out'>;
  is_over: WithDefault<boolean>;
  sellable_until: GeneratedAlways<unknown>;
  is_listed: GeneratedAlways<boolean>;
  uploaded_by: string | null;
  created_at: WithDefault<Date>;
  updated_at: WithDefault<Date>;
  deleted_at: Date | null;
  search: Generated<string>;
  searched: GeneratedAlways<string>;
  rating_average: Generated<number>;
};

type SearchWordsTable = { word: string };

export type ProductBefore = {
  id: string;
  version: string;
  price_paise: number;
  expiry_date: string;
  category: Category;
  is_active: boolean;
  deleted_at: string | null;
};

type BulkChangesTable = {
  id: string;
  made_by: string;
  made_at: Date;
  /** Each product before the change, with its version after the change. */
  products: Json<ProductBefore[]>;
  undone_at: Date | null;
};

type StockAlertsTable = {
  id: string;
  product_id: string;
  user_id: string;
  asked_at: Date;
  mailed_at: Date | null;
};

type WishesTable = { user_id: string; product_id: string; wished_at: Date };

type ImagesTable = {
  id: string;
  product_id: string | null;
  position: WithDefault<number>;
  width: number;
  height: number;
  widths: number[];
  created_at: WithDefault<Date>;
};

type RatingsTable = { order_id: string; product_id: string; stars: number; worked: boolean; rated_at: Date };

export type CatalogueTables = {
  products: ProductsTable;
  search_words: SearchWordsTable;
  bulk_changes: BulkChangesTable;
  stock_alerts: StockAlertsTable;
  wishes: WishesTable;
  images: ImagesTable;
  ratings: RatingsTable;
};
